import { cardBrand, cardDigits, cardExpiry, isExpired } from './card.js'

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

const form = document.querySelector('form[data-month]')
if (form) watchForm(form)
const waiting = document.querySelector('[data-status]')
if (waiting) watchPayment(waiting.dataset.status)

function watchForm(form) {
  form.noValidate = true
  const { cardNumber, expirationDate, cvc, cardHolderName } = form.elements
  const label = document.querySelector('label[for=cardNumber]')
  const labelText = label.textContent
  const brandNow = () => cardBrand(cardNumber.value.replaceAll(/\D/g, ''))

  const checks = new Map([
    [cardNumber, () => (cardDigits(cardNumber.value) ? '' : 'Vérifiez le numéro de la carte.')],
    [
      expirationDate,
      () => {
        const expiry = cardExpiry(expirationDate.value)
        if (!expiry) return 'Indiquez le mois et l’année : MM/AA.'
        return isExpired(expiry, form.dataset.month) ? 'Cette carte a expiré.' : ''
      },
    ],
    [
      cvc,
      () => {
        const digits = brandNow() === 'amex' ? 4 : 3
        const right = /^\d+$/.test(cvc.value) && cvc.value.length === digits
        return right ? '' : `Indiquez les ${digits} chiffres du code de sécurité.`
      },
    ],
    [cardHolderName, () => (cardHolderName.value.trim() ? '' : 'Indiquez le nom du titulaire.')],
  ])

  function check(input) {
    const fault = checks.get(input)()
    document.getElementById(`${input.id}-fault`).textContent = fault
    if (fault) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
    return fault === ''
  }

  for (const input of checks.keys()) {
    input.addEventListener('blur', () => input.value !== '' && check(input))
    input.addEventListener('input', () => input.hasAttribute('aria-invalid') && check(input))
  }
  cardNumber.addEventListener('input', () => {
    const atEnd = cardNumber.selectionStart === cardNumber.value.length
    if (atEnd)
      cardNumber.value = cardNumber.value
        .replaceAll(/\D/g, '')
        .slice(0, 19)
        .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
    const brand = BRANDS[brandNow()]
    label.textContent = brand ? `${labelText} · ${brand}` : labelText
  })
  expirationDate.addEventListener('input', event => {
    if (/^\d\d$/.test(expirationDate.value) && event.inputType !== 'deleteContentBackward')
      expirationDate.value += '/'
  })

  form.addEventListener('submit', event => {
    const wrong = [...checks.keys()].filter(input => !check(input))
    if (wrong.length > 0) {
      event.preventDefault()
      wrong[0].focus()
      return
    }
    const button = form.querySelector('button')
    button.disabled = true
    button.textContent = 'Envoi du paiement…'
  })
  // A page brought back from the browser's memory must be usable again.
  addEventListener('pageshow', event => event.persisted && location.reload())
}

async function watchPayment(url) {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    try {
      const response = await fetch(url, { cache: 'no-store' })
      const { status } = await response.json()
      if (response.ok && status !== 'en_attente') return location.reload()
    } catch {
      // The network is away for a moment: the next round may find it again.
    }
  }
}
