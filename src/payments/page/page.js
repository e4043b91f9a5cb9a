import { cardBrand, groupDigits, validateCardFields, withSlash } from './card.js'
import { WORDS } from './words.js'

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }

const words = WORDS[document.documentElement.lang]
const byId = id => document.getElementById(id)
const form = document.querySelector('form.card')
if (form) watchCard(form)
for (const any of document.forms) sendOnce(any)
const waiting = document.querySelector('[data-status]')
if (waiting) watchPayment(waiting)
const left = document.querySelector('[data-left]')
if (left) countDown(left)
byId('bilan')?.focus()
notifyFrame()
// A page restored from the back/forward cache reloads to show the current state.
addEventListener('pageshow', event => event.persisted && location.reload())

function watchCard(form) {
  form.noValidate = true
  const { cardNumber, expirationDate, cvc, cardHolderName } = form.elements
  const inputs = [cardNumber, expirationDate, cvc, cardHolderName]
  const isNew = () => (form.elements.carte?.value ?? 'nouvelle') === 'nouvelle'

  function check(input) {
    const typed = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
    const fault = validateCardFields(typed, form.dataset.month, words)[input.name]
    byId(`${input.id}-fault`).textContent = fault ?? ''
    if (fault) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
    return fault
  }

  for (const input of inputs) {
    input.addEventListener('blur', () => input.value !== '' && check(input))
    input.addEventListener('input', () => input.hasAttribute('aria-invalid') && check(input))
  }
  cardNumber.addEventListener('input', () => {
    group(cardNumber)
    byId('brand').textContent = BRANDS[cardBrand(cardNumber.value.replaceAll(/\D/g, ''))] ?? ''
  })
  expirationDate.addEventListener('input', event => {
    if (event.inputType.startsWith('delete')) return
    if (/^[2-9]$/.test(expirationDate.value)) expirationDate.value = `0${expirationDate.value}`
    if (/^\d\d$/.test(expirationDate.value)) expirationDate.value += '/'
  })

  expirationDate.addEventListener('change', () => {
    expirationDate.value = withSlash(expirationDate.value)
  })

  form.addEventListener('submit', event => {
    const errors = isNew() ? inputs.map(input => [input.id, check(input)]) : []
    const wrong = errors.filter(([, fault]) => fault)
    if (wrong.length === 0) return
    event.preventDefault()
    listErrors(wrong)
  })
}

/** Groups the digits and keeps the caret after the same digit. */
function group(input) {
  const before = input.value.slice(0, input.selectionStart).replaceAll(/\D/g, '').length
  input.value = groupDigits(input.value.replaceAll(/\D/g, '').slice(0, 19))
  let at = 0
  for (let digits = 0; digits < before && at < input.value.length; at++) if (input.value[at] !== ' ') digits++
  input.setSelectionRange(at, at)
}

function listErrors(errors) {
  const list = byId('bilan')
  list.querySelector('ul').replaceChildren(
    ...errors.map(([id, fault]) => {
      const link = Object.assign(document.createElement('a'), { href: `#${id}`, textContent: fault })
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  list.hidden = false
  list.focus()
}

/** Prevents a second submission. The button keeps the focus, which a disabled button would lose. */
function sendOnce(form) {
  form.addEventListener('submit', event => {
    if (event.defaultPrevented) return
    const button = form.querySelector('button')
    if (button.ariaDisabled === 'true') return event.preventDefault()
    button.ariaDisabled = 'true'
    button.textContent = button.dataset.sending ?? button.textContent
  })
}

/**
 * Polls the status at growing intervals while the page is visible, and as soon as it becomes visible. Reloads the page
 * once the payment has ended.
 */
async function watchPayment(waiting) {
  const text = waiting.textContent
  const begun = performance.now()
  for (let pause = 1000; ; pause = Math.min(pause * 1.3, 10_000)) {
    await Promise.race([
      new Promise(resolve => setTimeout(resolve, pause)),
      new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true })),
    ])
    if (document.hidden) continue
    try {
      const response = await fetch(waiting.dataset.status, { signal: AbortSignal.timeout(10_000) })
      const { status } = await response.json()
      if (response.ok && status !== 'en_attente') return location.reload()
      const long = performance.now() - begun > 60_000
      say(waiting, long ? words.slow : text)
    } catch {
      say(waiting, words.offline)
    }
  }
}

/** Shows the remaining minutes to pay. At the end the form stays usable: the server reports that it is too late. */
function countDown(left) {
  const over = performance.now() + left.dataset.left * 1000
  const update = () => {
    const minutes = Math.ceil((over - performance.now()) / 60_000)
    say(left, minutes > 0 ? words.minutesLeft.replace('#', minutes) : words.timeOver)
  }
  setInterval(update, 5000)
  addEventListener('visibilitychange', update)
}

function say(place, text) {
  if (place.textContent !== text) place.textContent = text
}

/** Posts the state of the payment and the page height to a framing shop page, also after each change of the height. */
function notifyFrame() {
  const { etat, retour } = document.body.dataset
  if (parent === window || !retour) return
  const message = { type: 'comptoir.paiement', etat, retour }
  const send = () =>
    parent.postMessage({ ...message, hauteur: document.documentElement.offsetHeight }, new URL(retour).origin)
  new ResizeObserver(send).observe(document.documentElement)
}
