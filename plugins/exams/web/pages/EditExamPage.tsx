import { usePageTitle } from '#web/shell'
import { Box } from '@mui/material'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CONTENT_LANGUAGES } from '#core/contract/languages'
import { api, useApiQuery } from '#web/api'
import { languageName, useT } from '#web/i18n'
import {
  check,
  CheckInput,
  ErrorState,
  Form,
  FormActions,
  LanguagesInput,
  LoadingState,
  PageHeader,
  SearchInput,
  SelectInput,
  TextInput,
  useToast,
} from '#web/ui'
import { KindChoice, KindFacts } from '../components/KindFields.js'
import type { ExamView } from '../../server/transformers/exams_transformer.js'
import { examsChanged, useExamOptions } from '../queries.js'

/** /exams/edit: a new definition, or the one in `?exam=`. For admins. */
export default function EditExamPage() {
  const t = useT()
  const [params] = useSearchParams()
  const id = params.get('exam')
  const query = useApiQuery(['exams', 'exam', id], () => api.exams.exams.show({ params: { id: id! } }), { enabled: id !== null })
  if (id === null) return <Page exam={null} />
  if (query.data) return <Page key={id} exam={query.data.data} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="exams" title={t('exams.edit.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

/** All exam languages, also those the course does not have; by name. */
const languagesByName = () =>
  CONTENT_LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) })).sort((a, b) => a.label.localeCompare(b.label))

const valuesOf = (exam: Partial<ExamView> | null) => ({
  course_id: exam?.course_id ? String(exam.course_id) : '',
  languages: exam?.languages ?? [],
  provider: exam?.provider ? String(exam.provider) : '',
  adults_only: exam?.adults_only ?? false,
  certificate: exam?.certificate ?? {},
  valid_months: exam?.valid_months ? String(exam.valid_months) : '',
  minutes: String(exam?.minutes ?? 120),
  active: exam?.active ?? true,
  closes_teaching: exam?.closes_teaching ?? false,
  kind: (exam?.kind ?? '') as string,
  questions: exam?.questions ? String(exam.questions) : '',
  pass_percent: exam?.pass_percent ? String(exam.pass_percent).replace('.', ',') : '',
  register: (exam?.register ?? '') as string,
  price: exam?.price_cents == null ? '' : String(exam.price_cents / 100).replace('.', ','),
  adjustments: (exam?.adjustments ?? []) as string[],
  adjusted_minutes: exam?.adjusted_minutes ? String(exam.adjusted_minutes) : '',
  source: exam?.source ?? '',
  source_on: exam?.source_on ?? null,
  to_confirm: exam?.to_confirm ?? false,
})

function Page({ exam }: { exam: ExamView | null }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { courseOptions, providerOptions, loading } = useExamOptions()
  const languageOptions = useMemo(() => languagesByName(), [])
  const title = exam ? exam.course : t('exams.edit.new')
  usePageTitle(title)
  return (
    <>
      <PageHeader title={title} text={t('exams.edit.text')} trail={[{ label: t('exams.exams.title'), to: '/exams' }]} />
      <Box sx={{ maxWidth: 640 }}>
        <Form
          part="exams"
          initialValues={valuesOf(exam)}
          {...(exam && { version: exam.updated_at })}
          valuesOf={(current) => valuesOf(current as unknown as ExamView)}
          validate={(values) => [
            check.required(values, 'course_id'),
            check.when(values.languages.length === 0, 'languages', 'required'),
            check.when(values.valid_months !== '' && !/^[1-9]\d{0,3}$/.test(values.valid_months), 'valid_months', 'number'),
            check.when(!/^[1-9]\d{0,2}$/.test(values.minutes), 'minutes', 'number'),
            check.when(values.adjusted_minutes !== '' && !/^[1-9]\d{0,2}$/.test(values.adjusted_minutes), 'adjusted_minutes', 'number'),
            check.when(values.price !== '' && !/^\d{1,5}([.,]\d{1,2})?$/.test(values.price), 'price', 'amount'),
            check.when(values.questions !== '' && !/^[1-9]\d{0,2}$/.test(values.questions), 'questions', 'number'),
            check.when(values.pass_percent !== '' && !/^\d{1,3}([.,]\d)?$/.test(values.pass_percent), 'pass_percent', 'number'),
          ]}
          onSubmit={(
            { course_id: course, provider, valid_months: months, minutes, kind, questions, pass_percent: pass, ...rest },
            { version },
          ) => {
            const { register, price, adjustments, adjusted_minutes: adjusted, ...values } = rest
            const body = {
              ...values,
              course_id: Number(course),
              provider: provider ? Number(provider) : null,
              valid_months: months ? Number(months) : null,
              minutes: Number(minutes),
              kind: (kind || null) as ExamView['kind'],
              register: (register || null) as ExamView['register'],
              price_cents: price ? Math.round(Number(price.replace(',', '.')) * 100) : null,
              adjustments: adjustments as ExamView['adjustments'],
              adjusted_minutes: adjusted ? Number(adjusted) : null,
              questions: questions ? Number(questions) : null,
              pass_percent: pass ? Number(pass.replace(',', '.')) : null,
            }
            return exam
              ? api.exams.exams.update({ params: { id: exam.id }, body: { ...body, updated_at: version! } })
              : api.exams.exams.create({ body })
          }}
          onSuccess={({ data }) => {
            toast.success(t(exam ? 'exams.edit.saved' : 'exams.edit.added', { name: data.course }))
            examsChanged()
            void navigate('/exams')
          }}
        >
          {({ values, setValue }) => (
            <>
              <SearchInput name="course_id" label={t('exams.field.course')} options={courseOptions} loading={loading} required />
              <KindChoice kind={values.kind} setValue={setValue} />
              <SearchInput
                name="languages"
                label={t('exams.field.languages')}
                help={t('exams.edit.languages_help')}
                options={languageOptions}
                multiple
                required
              />
              <SelectInput
                name="provider"
                label={t('exams.field.provider')}
                options={providerOptions}
                help={t('exams.edit.provider_help')}
              />
              <CheckInput name="adults_only" look="switch" label={t('exams.field.adults_only')} help={t('exams.edit.adults_help')} />
              <LanguagesInput
                name="certificate"
                label={t('exams.field.certificate')}
                maxLength={200}
                help={t('exams.edit.certificate_help')}
              />
              <TextInput
                name="valid_months"
                label={t('exams.field.valid_months')}
                inputMode="numeric"
                maxLength={4}
                help={t('exams.edit.valid_help')}
              />
              <TextInput
                name="minutes"
                label={t('exams.field.minutes')}
                inputMode="numeric"
                maxLength={3}
                required
                help={t('exams.edit.minutes_help')}
              />
              <TextInput name="price" label={t('exams.field.price')} help={t('exams.edit.price_help')} inputMode="decimal" maxLength={8} />
              <KindFacts />
              <CheckInput
                name="closes_teaching"
                look="switch"
                label={t('exams.field.closes_teaching')}
                help={t('exams.edit.closes_teaching_help')}
              />
              <CheckInput name="active" look="switch" label={t('exams.field.active')} help={t('exams.edit.active_help')} />
              <FormActions
                sticky
                submitLabel={t(exam ? 'core.actions.save' : 'exams.exams.add')}
                onCancel={() => void navigate('/exams')}
              />
            </>
          )}
        </Form>
      </Box>
    </>
  )
}
