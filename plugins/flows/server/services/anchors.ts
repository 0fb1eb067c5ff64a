import { registrationFields } from '#core/kit/registration'
import { textIn } from '#core/kit/words'
import type { AnchorRule, Definition, Rule } from '../../contract/definition.js'

export const isProfile = (rule: Rule) => rule.type === 'anchor' && rule.anchor === 'profile'

/** All courses in a definition: of its steps and of the certificates that it counts from. */
export const coursesOf = ({ steps, rules }: Definition): number[] => [
  ...steps.map(({ course }) => course),
  ...rules.flatMap((rule) => (rule.type === 'anchor' && rule.anchor === 'certificate_end' ? [rule.course] : [])),
]

/** The company's registration questions that are dates: number → label by language. */
export async function profileFields(): Promise<Map<number, Record<string, string>>> {
  const fields = await registrationFields()
  return new Map(fields.filter(({ kind }) => kind === 'date').map(({ id, label }) => [Number(id), label]))
}

/** The certificate or profile date of an anchor, in words; empty for other anchors. */
export function namedIn(
  rule: AnchorRule,
  { names, fields }: { names: ReadonlyMap<number, Record<string, string>>; fields: ReadonlyMap<number, Record<string, string>> },
  language: string,
): string {
  if (rule.anchor === 'certificate_end') return textIn(names.get(rule.course) ?? {}, language) || String(rule.course)
  return rule.anchor === 'profile' ? textIn(fields.get(rule.field) ?? {}, language) || String(rule.field) : ''
}
