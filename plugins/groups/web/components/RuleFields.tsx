import { Box } from '@mui/material'
import { languages, useT } from '#web/i18n'
import { RadioInput, RepeatedFields, SelectInput, TextInput, useFormState } from '#web/ui'
import { type Condition, MEMBER_FIELDS, RULE_OPERATORS } from '../../contract/rules.js'
import type { RuleField } from '../../server/services/fields.js'

const ROLES = ['leerling', 'beheerder', 'examinator', 'proctor']

/** The conditions of a rule. Choices are selected, other values are typed. */
export function RuleFields({ answers, empty }: { answers: readonly RuleField[]; empty: Condition }) {
  const t = useT()
  const fields = [
    ...MEMBER_FIELDS.map((value) => ({ value: value as string, label: t(`groups.field.${value}`) })),
    ...answers.map(({ field, label }) => ({ value: field, label })),
  ]
  return (
    <>
      <RadioInput
        name="match"
        required
        label={t('groups.rule.match')}
        options={['all', 'any'].map((value) => ({ value, label: t(`groups.rule.${value}`) }))}
      />
      <RepeatedFields
        name="rule.conditions"
        label={t('groups.rule.conditions')}
        itemLabel={(number) => t('groups.rule.condition', { number })}
        addLabel={t('groups.rule.add')}
        empty={{ ...empty }}
        max={10}
      >
        {(prefix) => (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1.7fr 1fr' } }}>
            <SelectInput name={`${prefix}field`} label={t('groups.rule.field')} options={fields} required />
            <SelectInput
              name={`${prefix}op`}
              label={t('groups.rule.op')}
              options={RULE_OPERATORS.map((value) => ({ value, label: t(`groups.op.${value}`) }))}
              required
            />
            <Box sx={{ gridColumn: '1 / -1' }}>
              <Value prefix={prefix} answers={answers} />
            </Box>
          </Box>
        )}
      </RepeatedFields>
    </>
  )
}

function Value({ prefix, answers }: { prefix: string; answers: readonly RuleField[] }) {
  const t = useT()
  const { valueOf } = useFormState()
  const field = String(valueOf(`${prefix}field`))
  const label = t('groups.rule.value')
  const chosen =
    field === 'role'
      ? ROLES.map((value) => ({ value, label: t(`groups.role.${value}`) }))
      : field === 'language'
        ? languages.map(({ code, nativeName }) => ({ value: code, label: nativeName }))
        : (answers.find((one) => one.field === field)?.options ?? []).map((value) => ({ value, label: value }))
  if (chosen.length && valueOf(`${prefix}op`) !== 'contains')
    return <SelectInput name={`${prefix}value`} label={label} options={chosen} required />
  return (
    <TextInput
      name={`${prefix}value`}
      label={label}
      required
      maxLength={200}
      {...(field === 'email_domain' && { help: t('groups.rule.domain_help') })}
    />
  )
}
