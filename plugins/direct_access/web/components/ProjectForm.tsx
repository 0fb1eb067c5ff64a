import { Alert, Box } from '@mui/material'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SearchInput, SelectInput, TextInput, useToast } from '#web/ui'
import { UNITS } from '../../kinds.js'
import type { CourseChoice, ManagedEntranceView } from '../../server/transformers/direct_access.js'
import { useNameOf } from '../words.js'
import { refetchEntrances } from './LinkActions.js'

interface ProjectFormProps {
  /** The project to change; null adds a new one to this company. */
  project: ManagedEntranceView | null
  company: string
  courses: readonly CourseChoice[]
  skills: readonly { id: number; name: string }[]
  onDone: (project: ManagedEntranceView) => void
  onCancel: () => void
}

const valuesOf = (project: ManagedEntranceView | null) => ({
  name: project?.name ?? '',
  course: project ? String(project.course_ids[0] ?? '') : '',
  valid_for: String(project?.valid_for ?? 12),
  valid_unit: project?.valid_unit ?? 'months',
  is_open: project?.is_open ?? true,
  skill_ids: (project?.skill_ids ?? []).map(String),
  ends_on: project?.ends_on ?? null,
  erase_months: project?.erase_months ? String(project.erase_months) : '',
})

/** A project: its name, the instruction, its validity, and whether the gate is open. */
export function ProjectForm({ project, company, courses, skills, onDone, onCancel }: ProjectFormProps) {
  const t = useT()
  const toast = useToast()
  const nameOf = useNameOf()
  const own = project?.course_ids ?? []
  const fit = courses.filter(({ id, is_project_instruction: is, needs_computer: needs }) => (is && !needs) || own.includes(id))
  return (
    <Form
      part="direct_access"
      initialValues={valuesOf(project)}
      {...(project && { version: project.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as ManagedEntranceView)}
      validate={(values) => [
        check.required(values, 'name'),
        check.required(values, 'course'),
        check.when(!/^[1-9]\d{0,3}$/.test(values.valid_for), 'valid_for', 'number'),
        check.when(values.erase_months !== '' && !/^[1-9]\d{0,2}$/.test(values.erase_months), 'erase_months', 'number'),
      ]}
      onSubmit={({ name, course, valid_for, valid_unit, is_open, skill_ids, ends_on, erase_months }, { version }) => {
        const asked = {
          skill_ids: skill_ids.map(Number),
          ends_on: ends_on || null,
          erase_months: ends_on && erase_months ? Number(erase_months) : null,
        }
        const body = { name, course_ids: [Number(course)], valid_for: Number(valid_for), valid_unit, ...asked }
        return project
          ? request<{ data: { entrance: ManagedEntranceView } }>(`/api/direct_access/entrances/${project.id}`, {
              method: 'PUT',
              body: { ...body, is_open, updated_at: version! },
            })
          : request<{ data: { entrance: ManagedEntranceView } }>(`/api/direct_access/companies/${company}/projects`, {
              method: 'POST',
              body,
            })
      }}
      onSuccess={({ data: { entrance } }) => {
        toast.success(t(project ? 'direct_access.project.saved' : 'direct_access.project.added', { name: entrance.name ?? '' }))
        refetchEntrances()
        onDone(entrance)
        return { values: valuesOf(entrance), version: entrance.updated_at }
      }}
    >
      <TextInput
        name="name"
        label={t('direct_access.project.name')}
        help={t('direct_access.project.name_help')}
        maxLength={120}
        required
        autoFocus
      />
      {fit.length === 0 && <Alert severity="info">{t('direct_access.project.no_instruction')}</Alert>}
      <SelectInput
        name="course"
        label={t('direct_access.project.instruction')}
        help={t('direct_access.project.instruction_help')}
        required
        options={fit.map(({ id, name }) => ({ value: String(id), label: nameOf(name) }))}
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: '1fr 1fr' }}>
        <TextInput name="valid_for" label={t('direct_access.project.valid_for')} inputMode="numeric" maxLength={4} required />
        <SelectInput
          name="valid_unit"
          label={t('direct_access.project.valid_unit')}
          required
          options={UNITS.map((unit) => ({ value: unit, label: t(`direct_access.unit.${unit}`) }))}
        />
      </Box>
      {(skills.length > 0 || (project?.skill_ids.length ?? 0) > 0) && (
        <SearchInput
          name="skill_ids"
          label={t('direct_access.project.skills')}
          help={t('direct_access.project.skills_help')}
          multiple
          options={skills.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <DayInput name="ends_on" label={t('direct_access.project.ends_on')} />
      <TextInput
        name="erase_months"
        label={t('direct_access.project.erase')}
        help={t('direct_access.project.erase_help')}
        inputMode="numeric"
        maxLength={3}
      />
      {project && <CheckInput name="is_open" label={t('direct_access.project.is_open')} look="switch" />}
      <FormActions {...(!project && { submitLabel: t('direct_access.project.add') })} onCancel={onCancel} />
    </Form>
  )
}
