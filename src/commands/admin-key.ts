import { RIGHTS } from '../accounts/contract.ts'
import { parseKey } from '../platform/http/rights.ts'

/** Of the keys of a setting, or a key itself, the one that opens most: the first with `admin`, else the first. */
export function adminKeyOf(setting: string): string | undefined {
  const texts = setting
    .split(',')
    .map(text => text.trim())
    .filter(Boolean)
  const keys = texts.flatMap(text => parseKey(text, RIGHTS) ?? [])
  return (keys.find(({ rights }) => rights.includes('admin')) ?? keys[0])?.key
}
