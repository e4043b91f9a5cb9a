import { signal } from '@preact/signals'

const said = signal('')
const SHOWN_MS = 10_000

/** Announces a text to screen readers, such as that an article was added to the basket. */
export function announce(text: string) {
  // Screen readers only announce changed text, so a repeated text gets an additional space.
  const shown = said.value === text ? `${text}\u00a0` : text
  said.value = shown
  // Readers that go through a later page would find it there.
  setTimeout(() => {
    if (said.value === shown) said.value = ''
  }, SHOWN_MS)
}

export const Announcer = () => (
  <p class="unseen" role="status">
    {said.value}
  </p>
)
