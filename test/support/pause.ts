import { setTimeout } from 'node:timers/promises'

/**
 * Paces the programs that load a shop and break it, like a buyer who reads a page before the next click. Tests do not
 * call it: they wait with `eventually`.
 */
export const pause = (ms: number) => setTimeout(ms)
