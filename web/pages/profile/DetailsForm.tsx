import { Box } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, DayInput, Form, FormActions, RadioInput, TextInput, useToast } from '#web/ui'

interface Details {
  firstname: string
  lastname: string
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
}

const valuesOf = ({ firstname, lastname, birthdate, gender }: Details): Details => ({ firstname, lastname, birthdate, gender })
const today = () => new Date().toLocaleDateString('sv-SE')

/** Names, date of birth, gender. Somebody who saves them meanwhile is shown, field by field. */
export function DetailsForm({ details }: { details: Details & { updated_at: string } }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Details, { data: Details & { updated_at: string } }>
      initialValues={valuesOf(details)}
      version={details.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as Details)}
      draftKey="profile.details"
      validate={(values) => [
        check.when(!values.firstname.trim(), 'firstname', 'firstname_mandatory'),
        check.when(!values.lastname.trim(), 'lastname', 'lastname_mandatory'),
      ]}
      onSubmit={(values, { version }) => api.core.profile.details({ body: { ...values, updated_at: version! } })}
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['core', 'profile'] })
        toast.success(t('core.profile.saved'))
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextInput name="firstname" label={t('core.profile.firstname')} autoComplete="given-name" maxLength={100} required />
        <TextInput name="lastname" label={t('core.profile.lastname')} autoComplete="family-name" maxLength={100} required />
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
