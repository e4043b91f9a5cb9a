import { signal } from '@preact/signals'

const said = signal('')

/** Announces a text to screen readers, such as that an article was added to the basket. */
export function announce(text: string) {
  // Screen readers only announce changed text, so a repeated text gets an additional space.
  said.value = said.value === text ? `${text}\u00a0` : text
}

export const Announcer = () => (
  <p class="unseen" role="status">
    {said.value}
  </p>
)
