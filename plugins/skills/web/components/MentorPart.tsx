import { Alert, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, PanelPart, SearchInput, useToast } from '#web/ui'
import { type CellDetails, skillsChanged } from '../queries.js'

/** The mentor of a new person until they have the skill, chosen from people who have the skill that a mentor needs. */
export function MentorPart({ data, needed }: { data: CellDetails; needed: string }) {
  const t = useT()
  const toast = useToast()
  const { person, skill, mentor } = data
  const { data: found, isPending } = useApiQuery(['skills', 'mentors', skill.id], () =>
    api.skills.mentors.index({ params: { id: skill.id } }),
  )
  const options = (found?.data ?? []).filter(({ id }) => id !== person.id).map(({ id, name }) => ({ value: String(id), label: name }))
  const known =
    mentor && !options.some(({ value }) => value === String(mentor.id)) ? [{ value: String(mentor.id), label: mentor.name }] : []
  return (
    <PanelPart title={t('skills.column.mentor')}>
      <Stack sx={{ gap: 3 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('skills.mentor.text', { skill: needed })}
        </Typography>
        {mentor && !mentor.qualified && (
          <Alert severity="warning">{t('skills.mentor.unqualified', { name: mentor.name, skill: needed })}</Alert>
        )}
        {!isPending && options.length === 0 && !mentor ? (
          <Alert severity="info">{t('skills.mentor.nobody', { skill: needed })}</Alert>
        ) : (
          <Form<{ mentor: string }, unknown>
            key={mentor?.id ?? 0}
            part="skills"
            initialValues={{ mentor: mentor ? String(mentor.id) : '' }}
            onSubmit={({ mentor: chosen }) =>
              api.skills.mentors.update({ params: { id: skill.id, person: person.id }, body: { mentor: Number(chosen) || null } })
            }
            onSuccess={() => {
              toast.success(t('skills.mentor.saved'))
              skillsChanged()
            }}
          >
            <SearchInput name="mentor" label={t('skills.column.mentor')} options={[...known, ...options]} loading={isPending} />
            <FormActions submitLabel={t('core.actions.save')} />
          </Form>
        )}
      </Stack>
    </PanelPart>
  )
}
