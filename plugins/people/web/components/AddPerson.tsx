import { Box, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { fullName } from '#core/contract/full_name'
import type { Language } from '#core/contract/languages'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient } from '#web/api'
import { languages, nativeName, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { importGivingSlot } from '../../contract/index.js'
import {
  check,
  CheckInput,
  checkName,
  DayInput,
  Form,
  FormActions,
  NameInputs,
  nameValues,
  type NameValues,
  type Option,
  SelectInput,
  SlotOutlet,
  TextInput,
  useToast,
  useAskedClose,
} from '#web/ui'

interface Values extends NameValues {
  email: string
  personnel_number: string
  birthdate: string | null
  language: Language
  role: 'leerling' | 'beheerder' | 'examinator' | 'proctor'
  company: string
  invite: boolean
  courses: string[]
  due_at: string | null
  mandatory: boolean
}

interface AddPersonProps {
  /** For an admin. */
  companies: readonly Option[]
  onClose: () => void
  /** @param id the new membership's */
  onAdded: (id: number) => void
}

/** Adds one person (section 5); server errors are shown at their field. */
export default function AddPerson({ companies, onClose, onAdded }: AddPersonProps) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const user = useUser()
  const admin = isAdminRole(user.user_role)
  const askedClose = useAskedClose(onClose)
  const roles = useRoleOptions()
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('people.add.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('people.add.text')}</Typography>
        <Form<Values, { data: { id: number } }>
          part="people"
          initialValues={{
            ...{ ...nameValues(), email: '', personnel_number: '', birthdate: null, role: 'leerling', company: '', invite: true },
            ...{ courses: [], due_at: null, mandatory: true },
            language: user.lang as Language,
          }}
          validate={(values) => [
            checkName(values),
            check.when(
              (values.email.trim() !== '' || values.role !== 'leerling') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()),
              'email',
              'email',
            ),
            check.when(!values.email.trim() && !values.personnel_number.trim(), 'personnel_number', 'number_or_email'),
            check.when(admin && !values.company, 'company', 'company_mandatory'),
          ]}
          onSubmit={({ courses, ...values }) =>
            api.people.participants.create({
              body: {
                ...values,
                email: values.email.trim() || null,
                personnel_number: values.personnel_number.trim() || null,
                company: admin ? Number(values.company) : null,
                // Only participants take courses.
                courses: values.role === 'leerling' ? courses.map(Number) : [],
              },
            })
          }
          onSuccess={({ data }, { firstname, infix, lastname }) => {
            void queryClient.invalidateQueries({ queryKey: ['people'] })
            toast.success(
              t('people.add.done', { name: fullName({ firstname: firstname.trim(), infix: infix.trim(), lastname: lastname.trim() }) }),
            )
            onAdded(data.id)
          }}
        >
          {({ values }) => (
            <>
              <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
                <NameInputs autoFocus />
                <TextInput
                  name="email"
                  type="email"
                  label={t('people.column.email')}
                  help={t('people.add.email_help')}
                  maxLength={254}
                  required={values.role !== 'leerling'}
                />
                <TextInput
                  name="personnel_number"
                  label={t('people.column.personnel_number')}
                  maxLength={50}
                  required={values.role === 'leerling' && !values.email.trim()}
                />
                <DayInput
                  name="birthdate"
                  label={t('people.column.birthdate')}
                  min="1900-01-01"
                  max={new Date().toLocaleDateString('sv-SE')}
                />
                {admin && <SelectInput name="company" label={t('people.column.works_at')} options={companies} required />}
                <SelectInput name="role" label={t('people.column.role')} options={roles} required />
                <SelectInput
                  name="language"
                  label={t('people.column.language')}
                  options={languages.map(({ code }) => ({ value: code, label: nativeName(code) }))}
                  required
                />
              </Box>
              {values.role === 'leerling' && (!admin || values.company) && (
                <SlotOutlet
                  slot={importGivingSlot}
                  with={{ people: 1, courses: values.courses, company: admin ? Number(values.company) : 0 }}
                />
              )}
              {values.email.trim() || values.role !== 'leerling' ? (
                <CheckInput name="invite" label={t('people.add.invite')} />
              ) : (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('people.add.no_email')}
                </Typography>
              )}
              <FormActions submitLabel={t('people.add.submit')} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}

/** The roles that may be given in a company. */
export function useRoleOptions(): Option[] {
  const t = useT()
  return (['leerling', 'beheerder', 'examinator', 'proctor'] as const).map((value) => ({ value, label: t(`people.role.${value}`) }))
}
