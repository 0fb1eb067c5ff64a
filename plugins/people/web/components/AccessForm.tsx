import { Typography } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { CheckInput, Form, FormActions, SelectInput, useToast } from '#web/ui'
import { useRoleOptions } from './AddPerson.js'

export interface Access {
  role: 'leerling' | 'beheerder' | 'examinator' | 'proctor'
  entitlements: string[]
  updated_at: string
}

type Values = { role: Access['role'] } & Record<string, boolean | string>

interface AccessFormProps {
  id: string
  access: Access
  /** Rights that a membership may have. */
  known: readonly string[]
  isSelf: boolean
}

/** The role and rights of a person. Saving over a colleague's change shows a conflict. */
export function AccessForm({ id, access, known, isSelf }: AccessFormProps) {
  const t = useT()
  const toast = useToast()
  const valuesOf = ({ role, entitlements }: Pick<Access, 'role' | 'entitlements'>): Values => ({
    ...Object.fromEntries(known.map((name) => [name, entitlements.includes(name)])),
    role,
  })
  return (
    <Form<Values, { data: Access }>
      part="people"
      initialValues={valuesOf(access)}
      version={access.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as Access)}
      onSubmit={({ role, ...rights }, { version }) =>
        api.people.profiles.access({
          params: { id },
          body: { role, entitlements: known.filter((name) => rights[name] === true), updated_at: version! },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['people'] })
        toast.success(t('people.profile.saved'))
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      <SelectInput name="role" label={t('people.column.role')} options={useRoleOptions()} required disabled={isSelf} />
      {isSelf && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: -2 }}>
          {t('people.profile.access_own')}
        </Typography>
      )}
      {known.map((name) => (
        <CheckInput key={name} name={name} label={t(`people.entitlement.${name}`)} />
      ))}
      <FormActions />
    </Form>
  )
}
