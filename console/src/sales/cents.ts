/** Converts the interface's decimal euros, which are exact to the cent, to cents. */
export const centsOf = (euros: number) => Math.round(euros * 100)

/** Converts cents to the decimal euros of the interface. */
export const eurosOf = (cents: number) => cents / 100
