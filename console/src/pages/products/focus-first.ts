import type { ProductForm } from './fields.tsx'

/** Focuses the first invalid field, because the form is longer than the screen. */
export const focusFirstInvalid = (form: ProductForm) => (errors: Record<string, unknown>) => {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}
