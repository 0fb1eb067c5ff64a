import { CONTENT_LANGUAGES } from '#core/contract/languages'
import type { Option } from '#web/ui'
import { COURSE_TYPES, SECTORS, VAT_KINDS } from '../../contract/offers.js'

/** In the order of the specification; the same list as in the server's reader (course_types.ts), which the browser may not import. */
export const COURSE_STATUSES = ['building', 'available'] as const

type Words = (id: string) => string
export const sectorOptions = (t: Words): Option[] => SECTORS.map((value) => ({ value, label: t(`learning.sector.${value}`) }))
export const typeOptions = (t: Words): Option[] => COURSE_TYPES.map((value) => ({ value, label: t(`learning.course_type.${value}`) }))
export const vatOptions = (t: Words): Option[] => VAT_KINDS.map((value) => ({ value, label: t(`learning.vat_kind.${value}`) }))
/** Languages of a course folder: two letters. */
export const languageOptions: readonly Option[] = CONTENT_LANGUAGES.filter(({ code }) => code.length === 2).map(({ code, nativeName }) => ({
  value: code,
  label: nativeName,
}))

/** Makes a key from a name: lower-case letters, digits and hyphens. Pure. @param taken keys that are already in use */
export function keyOf(name: string, taken: ReadonlySet<string> = new Set()): string {
  const plain =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '') || 'stap'
  let key = plain
  for (let n = 2; taken.has(key); n++) key = `${plain}-${n}`
  return key
}
