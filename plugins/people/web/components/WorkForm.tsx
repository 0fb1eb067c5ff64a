import { Box } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, PersonPicker, TextInput, useToast } from '#web/ui'
import type { ShownWork } from '../../server/services/work.js'

interface Values {
  personnel_number: string
  job_title: string
  manager_id: number | null
}

const valuesOf = ({ personnel_number: number, job_title: job, manager_id }: ShownWork): Values => ({
  personnel_number: number ?? '',
  job_title: job ?? '',
  manager_id,
})

/**
 * Personnel number, function and manager of one person, for the people who manage them. @param company for an admin: whose people may be
 * the manager
 */
export function WorkForm({ id, work, company }: { id: string; work: ShownWork; company: number }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Values, { data: ShownWork }>
      part="people"
      initialValues={valuesOf(work)}
      version={work.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as ShownWork)}
      draftKey={`people.work.${id}`}
      onSubmit={({ personnel_number, job_title, manager_id }, { version }) =>
        api.people.profiles.work({
          params: { id },
          body: {
            personnel_number: personnel_number.trim() || null,
            job_title: job_title.trim() || null,
            manager_id,
            updated_at: version!,
          },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['people'] })
        toast.success(t('people.profile.saved'))
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextInput name="personnel_number" label={t('people.column.personnel_number')} maxLength={50} />
        <TextInput name="job_title" label={t('people.column.job_title')} maxLength={100} />
        <PersonPicker name="manager_id" label={t('people.column.manager')} person={work.manager} company={company} />
      </Box>
      <FormActions />
    </Form>
  )
}
