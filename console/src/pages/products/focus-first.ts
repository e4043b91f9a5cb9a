import type { ProductForm } from './fields.tsx'

/** Leads to the first field that is not right: the form is longer than a screen. */
export const focusFirst = (form: ProductForm) => (errors: Record<string, unknown>) => {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}
