import { Alert, Box, Button, Stack } from '@mui/material'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import {
  check,
  CheckInput,
  Form,
  FormActions,
  LoadingState,
  SearchInput,
  Section,
  SegmentedControl,
  SelectInput,
  TextInput,
  useFormState,
  useToast,
} from '#web/ui'
import { checkFlow, type FlowError, type FlowErrorCode } from '../../contract/check.js'
import { EXPIRED_POLICIES, LIMITS } from '../../contract/definition.js'
import { leadsBack } from '../../contract/refreshing.js'
import type { FlowDetail } from '../../server/transformers/flow_transformer.js'
import {
  ALL,
  choicesIn,
  courseOf,
  draftOf,
  fieldsOf,
  type FlowValues,
  keyOf,
  newStep,
  relinked,
  SAME,
  valuesOf,
  wrongNumbers,
} from '../flow_values.js'
import { flowsChanged, useCompanies, useFilters, useOptions } from '../queries.js'
import { Preview } from './Preview.js'
import { hasMonths, RoundFields } from './RoundFields.js'
import { Mistakes, StepFields } from './StepFields.js'

const FlowPicture = lazy(() => import('./FlowPicture.js'))

interface FlowFormProps {
  /** The flow to change; null creates a new one. */
  flow: FlowDetail | null
  onDone: (flow: FlowDetail) => void
}

/** Creates or changes a flow: its courses in order, what starts each, and the settings of the whole flow. */
export function FlowForm({ flow, onDone }: FlowFormProps) {
  const t = useT()
  const toast = useToast()
  const { admin, options: companies } = useCompanies()
  const filters = useFilters(flow)
  return (
    <Form<FlowValues, { data: FlowDetail }>
      part="flows"
      draftKey={`flows.${flow?.id ?? 'new'}`}
      initialValues={valuesOf(flow)}
      {...(flow && { version: flow.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as FlowDetail)}
      validate={(values) => [
        admin && !flow ? check.required(values, 'company') : false,
        check.required(values, 'name'),
        hasMonths(values.repeat) && check.required(values, 'repeat_months'),
        ...wrongNumbers(values),
        check.when(values.courses.length < LIMITS.least_steps, 'courses', 'too_few_steps'),
        check.when(values.courses.length >= LIMITS.least_steps && errorsOf(values, flow).length > 0, 'courses', 'flow_invalid'),
      ]}
      onSubmit={(values, { version }) => {
        const { company, name, active, groups, move, filter, again, refresh_flow: refresh } = values
        const filterName = filters.find(({ value }) => value === filter)?.label ?? null
        const people = { groups: groups.map(Number), filter: filter || null, filter_name: filterName, again }
        const body = { name, active, ...people, refresh_flow: Number(refresh) || null, definition: draftOf(values) }
        return flow
          ? api.flows.flows.update({ params: { id: flow.id }, body: { ...body, move, updated_at: version! } })
          : api.flows.flows.create({ body: { ...body, ...(company && { company: Number(company) }) } })
      }}
      onSuccess={({ data }) => {
        toast.success(t('flows.form.saved'))
        flowsChanged()
        onDone(data)
      }}
    >
      {({ values }) => {
        const company = flow?.company_id ?? (admin ? Number(values.company) || null : 0)
        return (
          <>
            {admin && !flow && <SelectInput name="company" label={t('flows.form.company')} options={companies} required />}
            <TextInput name="name" label={t('flows.form.name')} required autoFocus={!flow && !admin} maxLength={150} />
            {admin && !flow && <OnlyOffered values={values} company={company} />}
            <Steps values={values} company={company} flow={flow} />
            <Agreements values={values} company={company} flow={flow} filters={filters} />
            <FormActions submitLabel={t('flows.form.save')} />
          </>
        )
      }}
    </Form>
  )
}

/** For a new flow of an admin: another company has other trainings, groups and flows, so those of the previous one are removed. */
function OnlyOffered({ values, company }: Pick<PartProps, 'values' | 'company'>) {
  const t = useT()
  const toast = useToast()
  const { setValue } = useFormState()
  const { courses, groups, flows, known } = useOptions(company)
  useEffect(() => {
    if (!known) return
    const keep = (chosen: readonly string[], offered: readonly { value: string }[]) =>
      chosen.filter((one) => offered.some(({ value }) => value === one))
    const kept = { courses: keep(values.courses, courses), groups: keep(values.groups, groups) }
    const gone = values.courses.length + values.groups.length - kept.courses.length - kept.groups.length
    if (values.refresh_flow !== SAME && !flows.some(({ id }) => String(id) === values.refresh_flow)) setValue('refresh_flow', SAME)
    if (!gone) return
    setValue('courses', kept.courses)
    setValue('groups', kept.groups)
    toast.info(t('flows.form.not_offered', { count: gone }))
  }, [known, courses, groups, flows, values.courses, values.groups, values.refresh_flow, setValue, toast, t])
  return null
}

const isOfRounds = (code: FlowErrorCode) => code.startsWith('repeat_')
const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date())
const errorsOf = (values: FlowValues, flow: FlowDetail | null): FlowError[] => checkFlow(draftOf(values), today(), flow?.definition.rules)

interface PartProps {
  values: FlowValues
  company: number | null
  flow: FlowDetail | null
}

/** Courses by name, also those that are no longer offered. */
function useCourses(company: number | null, flow: FlowDetail | null) {
  const { courses, fields, loading } = useOptions(company)
  const gone = (flow?.courses ?? []).filter(({ id }) => !courses.some(({ value }) => value === String(id)))
  const options = [...courses, ...gone.map(({ id, name }) => ({ value: String(id), label: name }))]
  return { options, fields, loading, nameOf: (id: string) => options.find(({ value }) => value === id)?.label ?? '' }
}

function Steps({ values, company, flow }: PartProps) {
  const t = useT()
  const { setValue } = useFormState()
  const [view, setView] = useState<'list' | 'picture'>('list')
  const { options, fields, loading, nameOf } = useCourses(company, flow)
  const { courses, steps } = values
  const choices = choicesIn(values)
  // A newly chosen course gets a rule that fits its position. A course that waited for a removed one waits for the one before that.
  useEffect(() => {
    for (const [index, course] of courses.entries()) {
      const fields = steps[fieldsOf(course)]
      const other = relinked({ courses, steps }, course)
      if (!fields) setValue(`steps.${fieldsOf(course)}`, newStep(courses[index - 1]))
      else if (other) setValue(`steps.${fieldsOf(course)}`, { ...fields, other })
    }
  }, [courses, steps, setValue])
  const errors = errorsOf(values, flow)
  const move = (from: number, to: number) => {
    const moved = [...courses]
    moved.splice(to, 0, ...moved.splice(from, 1))
    setValue('courses', moved)
  }
  return (
    <Section
      title={t('flows.form.steps')}
      text={t('flows.form.steps_text')}
      action={
        courses.length > 1 && (
          <SegmentedControl
            label={t('flows.form.view')}
            options={(['list', 'picture'] as const).map((value) => ({ value, label: t(`flows.view.${value}`) }))}
            value={view}
            onChange={setView}
          />
        )
      }
    >
      <Stack sx={{ gap: 4 }}>
        <SearchInput
          name="courses"
          label={t('flows.form.add_course')}
          {...(company === null && { help: t('flows.form.preview_company') })}
          multiple
          required
          options={options}
          loading={loading}
        />
        {courses.length > 0 &&
          errors
            .filter(({ step, code }) => step === null && !isOfRounds(code))
            .map(({ code }) => (
              <Alert key={code} severity="info">
                {t(`flows.error.${code}`)}
              </Alert>
            ))}
        {view === 'picture' && courses.length > 1 ? (
          <Suspense fallback={<LoadingState shape="rows" count={2} />}>
            <FlowPicture values={values} nameOf={nameOf} profile={fields} errors={errors} onEdit={() => setView('list')} />
            {errors
              .filter(({ step }) => step !== null)
              .map(({ step, ...error }) => (
                <Mistakes
                  key={`${step}${error.code}`}
                  course={nameOf(courseOf(values, step!))}
                  errors={[{ step, ...error }]}
                  nameOfStep={(key) => nameOf(courseOf(values, key))}
                />
              ))}
          </Suspense>
        ) : (
          <Stack component="ol" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
            {courses.map((course, index) => (
              <StepFields
                key={course}
                course={course}
                index={index}
                courses={courses}
                fields={steps[fieldsOf(course)] ?? newStep(courses[index - 1])}
                nameOf={nameOf}
                trainings={options}
                profile={fields}
                errors={errors.filter(({ step }) => step === keyOf(values, course))}
                nameOfStep={(key) => nameOf(courseOf(values, key))}
                onMove={(to) => move(index, to)}
                onRemove={() => setValue('courses', courses.toSpliced(index, 1))}
              />
            ))}
          </Stack>
        )}
        {choices.length > 0 && (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {choices.map((key) => (
              <TextInput
                key={key}
                name={`needed.${key}`}
                label={t('flows.form.needed', { name: key.toUpperCase() })}
                help={t('flows.form.needed_help', { count: courses.filter((course) => steps[fieldsOf(course)]?.counts === key).length })}
                inputMode="numeric"
                maxLength={3}
                required
              />
            ))}
          </Box>
        )}
      </Stack>
    </Section>
  )
}

/** Settings of the whole flow; rarely used ones are behind a button. */
function Agreements({ values, company, flow, filters }: PartProps & { filters: readonly { value: string; label: string }[] }) {
  const t = useT()
  const [more, setMore] = useState(flow !== null)
  const missingIn = (now: FlowValues, of: number | null, before: FlowDetail | null) => {
    if (of === null) return t('flows.form.preview_company')
    if (now.courses.length < LIMITS.least_steps) return t('flows.form.preview_steps')
    return errorsOf(now, before).length ? t('flows.form.preview_errors') : null
  }
  const { groups, flows, loading } = useOptions(company)
  const { nameOf } = useCourses(company, flow)
  return (
    <Stack sx={{ gap: 4, alignItems: 'stretch' }}>
      <Section title={t('flows.form.who')} text={t(flow ? 'flows.form.who_text_edit' : 'flows.form.who_text')}>
        <Stack sx={{ gap: 4 }}>
          <SearchInput
            name="groups"
            label={t('flows.form.groups')}
            help={t(company === null ? 'flows.form.preview_company' : 'flows.form.groups_help')}
            multiple
            options={groups}
            loading={loading}
          />
          {(filters.length > 0 || values.filter) && (
            <SelectInput name="filter" label={t('flows.form.filter')} help={t('flows.form.filter_help')} options={[...filters]} />
          )}
          {(values.groups.length > 0 || values.filter) && (
            <CheckInput name="again" look="switch" label={t('flows.form.again')} help={t('flows.form.again_help')} />
          )}
        </Stack>
      </Section>
      {more ? (
        <Section title={t('flows.overview.settings')}>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <SelectInput
              name="finish"
              label={t('flows.form.finish')}
              required
              options={[
                { value: ALL, label: t('flows.form.finish_all') },
                ...values.courses.map((course) => ({ value: course, label: t('flows.form.finish_one', { course: nameOf(course) }) })),
              ]}
            />
            <SelectInput
              name="expired"
              label={t('flows.form.expired')}
              required
              options={EXPIRED_POLICIES.map((value) => ({ value, label: t(`flows.expired.${value}`) }))}
            />
            <Box sx={{ gridColumn: '1 / -1' }}>
              <CheckInput name="skip_held" look="switch" label={t('flows.form.skip_held')} />
            </Box>
            <RoundFields
              values={values}
              flows={flows.filter(({ id }) => !leadsBack(flows, flow?.id ?? null, id))}
              errors={errorsOf(values, flow).filter(({ code }) => isOfRounds(code))}
            />
          </Box>
        </Section>
      ) : (
        <Button variant="outlined" onClick={() => setMore(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('flows.form.more')}
        </Button>
      )}
      {flow && flow.busy > 0 && <CheckInput name="move" look="switch" label={t('flows.form.move')} help={t('flows.form.move_help')} />}
      <CheckInput name="active" look="switch" label={t('flows.form.active')} />
      <Preview
        body={{
          ...(flow ? { flow: flow.id, move: values.move } : company ? { company } : {}),
          ...{ definition: draftOf(values), members: [], groups: values.groups.map(Number), emails: [] },
          ...{ filter: values.filter || null, again: values.again, refresh_flow: Number(values.refresh_flow) || null },
        }}
        missing={missingIn(values, company, flow)}
        isOff={!values.active}
      />
    </Stack>
  )
}
