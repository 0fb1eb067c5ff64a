import { Box } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { checkName, DayInput, Form, FormActions, NameInputs, nameValues, type NameValues, RadioInput, useToast } from '#web/ui'

interface Details extends NameValues {
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
}

type Saved = Omit<Details, 'infix'> & { infix: string | null; updated_at: string }

const valuesOf = ({ birthdate, gender, ...names }: Saved): Details => ({ ...nameValues(names), birthdate, gender })
const today = () => new Date().toLocaleDateString('sv-SE')

/** Names, date of birth, gender. A concurrent save is shown field by field. */
export function DetailsForm({ details }: { details: Saved }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Details, { data: Saved }>
      initialValues={valuesOf(details)}
      version={details.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as Saved)}
      draftKey="profile.details"
      validate={(values) => [checkName(values)]}
      onSubmit={(values, { version }) => api.core.profile.details({ body: { ...values, updated_at: version! } })}
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['core', 'profile'] })
        toast.success(t('core.profile.saved'))
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <NameInputs own />
        <DayInput
          name="birthdate"
          label={t('core.profile.birthdate')}
          help={t('core.profile.birthdate_help')}
          min="1900-01-01"
          max={today()}
        />
        <RadioInput
          name="gender"
          label={t('core.profile.gender')}
          options={(['female', 'male', 'unknown'] as const).map((value) => ({ value, label: t(`core.profile.gender_${value}`) }))}
          required
        />
      </Box>
      <FormActions />
    </Form>
  )
}
