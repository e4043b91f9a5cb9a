/** Decimal euros of the wire, which are exact to the cent, as cents. */
export const centsOf = (euros: number) => Math.round(euros * 100)

/** Cents as the wire takes them. */
export const eurosOf = (cents: number) => cents / 100
