/** What is plainly none; the platform looks more closely. */
export const isEmail = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
