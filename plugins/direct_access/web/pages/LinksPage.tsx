import { Alert, Button, Stack } from '@mui/material'
import { Link } from 'react-router'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { check, CheckInput, Form, FormActions, PageHeader, SearchInput, Section, TextInput, ToneChip, useToast } from '#web/ui'
import type { CourseChoice, ManagedEntranceView } from '../../server/transformers/direct_access.js'
import { ChooseCompany } from '../components/ChooseCompany.js'
import { LinkActions, refetchEntrances } from '../components/LinkActions.js'
import { useNameOf } from '../words.js'

/** /directe-toegang: a company's three kinds of direct access, each open or closed. */
export default function LinksPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('direct_access.links.title')} text={t('direct_access.links.text')} />
      <ChooseCompany>
        {({ links, courses }) => (
          <Stack sx={{ gap: 6 }}>
            {links.map((entrance) => (
              <LinkSection key={`${entrance.id}.${entrance.updated_at}`} entrance={entrance} courses={courses} />
            ))}
          </Stack>
        )}
      </ChooseCompany>
    </>
  )
}

const valuesOf = ({ is_open, code, course_ids }: ManagedEntranceView) => ({ is_open, code: code ?? '', course_ids: course_ids.map(String) })

function LinkSection({ entrance, courses }: { entrance: ManagedEntranceView; courses: readonly CourseChoice[] }) {
  const t = useT()
  const toast = useToast()
  const nameOf = useNameOf()
  const { id, kind, counts } = entrance
  const came = counts.done + counts.busy + counts.waiting
  return (
    <Section
      title={t(`direct_access.kind.${kind}`)}
      text={t(`direct_access.kind.${kind}_text`)}
      action={
        <ToneChip
          tone={entrance.is_open ? 'success' : 'neutral'}
          icon={entrance.is_open ? 'unlock' : 'lock'}
          label={t(entrance.is_open ? 'direct_access.open' : 'direct_access.closed')}
        />
      }
    >
      {entrance.is_open && <LinkActions entrance={entrance} />}
      {counts.waiting > 0 && (
        <Alert severity="warning" action={<People id={id} label={t('direct_access.links.see')} />}>
          {t('direct_access.links.waiting', { count: counts.waiting })}
        </Alert>
      )}
      <Form
        part="direct_access"
        initialValues={valuesOf(entrance)}
        version={entrance.updated_at}
        valuesOf={(current) => valuesOf(current as unknown as ManagedEntranceView)}
        validate={(values) => [
          check.required(values, 'code'),
          check.when(values.is_open && values.course_ids.length === 0, 'course_ids', 'no_course'),
        ]}
        onSubmit={({ is_open, code, course_ids }, { version }) =>
          request<{ data: { entrance: ManagedEntranceView } }>(`/api/direct_access/entrances/${id}`, {
            method: 'PUT',
            body: { is_open, code, course_ids: course_ids.map(Number), updated_at: version! },
          })
        }
        onSuccess={({ data }) => {
          toast.success(t('direct_access.links.saved'))
          refetchEntrances()
          return { values: valuesOf(data.entrance), version: data.entrance.updated_at }
        }}
      >
        <CheckInput name="is_open" label={t('direct_access.links.is_open')} look="switch" />
        <TextInput name="code" label={t('direct_access.enter.code')} help={t('direct_access.links.code_help')} maxLength={40} required />
        <SearchInput
          name="course_ids"
          label={t('direct_access.links.courses')}
          help={t('direct_access.links.courses_help')}
          multiple
          required
          options={courses.map((course) => ({
            value: String(course.id),
            label: course.direct_access ? nameOf(course.name) : t('direct_access.links.needs_assignment', { course: nameOf(course.name) }),
          }))}
        />
        <FormActions>{came > 0 && <People id={id} label={t('direct_access.links.people', { count: came })} />}</FormActions>
      </Form>
    </Section>
  )
}

function People({ id, label }: { id: number; label: string }) {
  return (
    <Button color="inherit" component={Link} to={pagePath('direct_access.visits', { entrance: id }) ?? ''}>
      {label}
    </Button>
  )
}
