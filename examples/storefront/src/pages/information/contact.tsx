/** How to reach the shop: an e-mail address or a telephone number becomes a link. */
export function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return null
  const isEmail = /^\S+@\S+$/.test(contact)
  const isNumber = /^[+\d][\d .()-]+$/.test(contact)
  if (!isEmail && !isNumber) return <p>{contact}</p>
  const address = isEmail ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^+\d]/g, '')}`
  return (
    <p>
      <a class="link" href={address}>
        {contact}
      </a>
    </p>
  )
}
