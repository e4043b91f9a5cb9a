import { signal } from '@preact/signals'

const said = signal('')

/** Tells something to who does not see the page, such as that an article lies in the basket now. */
export function announce(text: string) {
  // The same words again are said again only when they have changed in between.
  said.value = said.value === text ? `${text}\u00a0` : text
}

export const Announcer = () => (
  <p class="unseen" role="status">
    {said.value}
  </p>
)
