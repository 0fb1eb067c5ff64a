import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, Form, FormActions, SelectInput, TextInput, useToast } from '#web/ui'
import { GROUP_KINDS, type GroupKind } from '../../contract/index.js'
import type { Condition, Rule } from '../../contract/rules.js'
import type { GroupDetail } from '../../server/transformers/group_transformer.js'
import { groupsChanged, useCompanies } from '../queries.js'
import { RuleFields } from './RuleFields.js'

interface GroupFormProps {
  /** The group to change; null adds a new one. */
  group: GroupDetail | null
  onDone: (group: GroupDetail) => void
  onCancel?: () => void
}

const EMPTY: Condition = { field: 'email_domain', op: 'is', value: '' }

const valuesOf = (group: Pick<GroupDetail, 'kind' | 'name' | 'rule'> | null) => ({
  company: '',
  kind: (group?.kind ?? 'location') as string,
  name: group?.name ?? '',
  by_rule: Boolean(group?.rule),
  match: group?.rule?.match ?? ('all' as string),
  rule: { conditions: group?.rule?.conditions ?? [EMPTY] },
})

/** Adds or changes a group with its membership rule. */
export function GroupForm({ group, onDone, onCancel }: GroupFormProps) {
  const t = useT()
  const toast = useToast()
  const { admin, options: companies } = useCompanies()
  return (
    <Form
      part="groups"
      initialValues={valuesOf(group)}
      {...(group && { version: group.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as GroupDetail)}
      validate={(values) => [
        check.required(values, 'name'),
        admin && !group ? check.required(values, 'company') : false,
        ...(values.by_rule ? values.rule.conditions.map((_one, index) => check.required(values, `rule.conditions.${index}.value`)) : []),
        check.when(values.by_rule && values.rule.conditions.length === 0, 'by_rule', 'no_conditions'),
      ]}
      onSubmit={({ company, kind, name, by_rule: byRule, match, rule }, { version }) => {
        const body = {
          kind: kind as GroupKind,
          name,
          rule: byRule ? { match: match as Rule['match'], conditions: rule.conditions as Condition[] } : null,
        }
        return group
          ? api.groups.groups.update({ params: { id: group.id }, body: { ...body, updated_at: version! } })
          : api.groups.groups.create({ body: { ...body, ...(company && { company: Number(company) }) } })
      }}
      onSuccess={({ data }) => {
        toast.success(t(group ? 'groups.saved' : 'groups.added', { name: data.name }))
        groupsChanged()
        onDone(data)
      }}
    >
      {({ values }) => (
        <>
          {admin && !group && <SelectInput name="company" label={t('groups.column.company')} options={companies} required />}
          <TextInput name="name" label={t('groups.form.name')} required autoFocus={!group} maxLength={100} />
          <SelectInput
            name="kind"
            label={t('groups.column.kind')}
            required
            options={GROUP_KINDS.map((value) => ({ value, label: t(`groups.kind.${value}`) }))}
          />
          <CheckInput name="by_rule" look="switch" label={t('groups.rule.on')} help={t('groups.rule.help')} />
          {values.by_rule && <Rules company={group?.company_id ?? (Number(values.company) || null)} />}
          <FormActions submitLabel={t(group ? 'core.actions.save' : 'groups.add')} {...(onCancel && { onCancel })} />
        </>
      )}
    </Form>
  )
}

function Rules({ company }: { company: number | null }) {
  const query = company ? { company } : {}
  const fields = useApiQuery(['groups', 'fields', query], () => api.groups.fields.index({ query }))
  return <RuleFields answers={fields.data?.data ?? []} empty={EMPTY} />
}
