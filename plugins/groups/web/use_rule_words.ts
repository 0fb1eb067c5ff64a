import { api, useApiQuery } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import type { GroupDetail } from '../server/transformers/group_transformer.js'

/** A group's rule as a sentence, or null when it has none. */
export function useRuleWords({ rule, company_id: company }: GroupDetail): string | null {
  const t = useT()
  const asks = rule?.conditions.some(({ field }) => field.startsWith('answer_')) ?? false
  const fields = useApiQuery(['groups', 'fields', { company }], () => api.groups.fields.index({ query: { company } }), { enabled: asks })
  if (!rule) return null
  const parts = rule.conditions.map(({ field, op, value }) => {
    const label = field.startsWith('answer_')
      ? (fields.data?.data.find((one) => one.field === field)?.label ?? t('groups.field.gone'))
      : t(`groups.field.${field}`)
    const said = field === 'role' ? t(`groups.role.${value}`) : field === 'language' ? nativeName(value) : value
    return `${label} ${t(`groups.op.${op}`)} “${said}”`
  })
  return parts.join(` ${t(`groups.rule.joined_${rule.match}`)} `)
}
