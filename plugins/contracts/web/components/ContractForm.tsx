import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SearchInput, SelectInput, TextInput, useToast } from '#web/ui'
import { CONTRACT_TYPES, type ContractType } from '../../contract/index.js'
import type { ContractDetail } from '../../server/transformers/contract_transformer.js'

interface ContractFormProps {
  /** The contract to change; null adds a new one. */
  contract: ContractDetail | null
  onDone: (contract: ContractDetail) => void
  onCancel: () => void
}

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
const euros = (cents: number | null | undefined) => (cents === null || cents === undefined ? '' : String(cents / 100).replace('.', ','))
const whole = (value: string) => (value.trim() === '' ? null : Number(value))
/** `12,50` and `12.50` are 1250. */
const cents = (value: string) => (value.trim() === '' ? null : Math.round(Number(value.replace(',', '.')) * 100))

const valuesOf = (contract: Partial<ContractDetail> | null) => ({
  company: '',
  name: contract?.name ?? '',
  email: contract?.email ?? '',
  order_number: contract?.order_number ?? '',
  type: contract?.type ?? ('participants' as string),
  starts_on: contract?.starts_on ?? (null as string | null),
  ends_on: contract?.ends_on ?? (null as string | null),
  participants: text(contract?.participants),
  custom_courses: text(contract?.custom_courses),
  extra_participant: euros(contract?.extra_participant_cents),
  extra_course: euros(contract?.extra_course_cents),
  only_started: contract?.only_started ?? false,
  courses: (contract?.courses ?? []).map((course) => String(typeof course === 'number' ? course : course.id)),
})

/** The fields of specification, section 3. */
export function ContractForm({ contract, onDone, onCancel }: ContractFormProps) {
  const t = useT()
  const toast = useToast()
  const companies = useApiQuery(['contracts', 'companies'], () => api.contracts.companies.index({}), { enabled: contract === null })
  const options = (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const field = (name: string) => t(`contracts.field.${name}`)
  return (
    <Form
      part="contracts"
      initialValues={valuesOf(contract)}
      {...(contract && { version: contract.updated_at })}
      valuesOf={(current) => valuesOf(current as Partial<ContractDetail>)}
      validate={(values) => [
        !contract && check.required(values, 'company'),
        ...['name', 'email', 'type', 'starts_on', 'ends_on'].map((name) => check.required(values, name)),
        check.email(values, 'email'),
      ]}
      onSubmit={(values, { version }) => {
        const {
          company,
          type,
          participants,
          custom_courses: most,
          extra_participant: person,
          extra_course: course,
          courses,
          ...rest
        } = values
        const body = {
          ...rest,
          type: type as ContractType,
          starts_on: rest.starts_on ?? '',
          ends_on: rest.ends_on ?? '',
          participants: whole(participants),
          custom_courses: whole(most),
          extra_participant_cents: cents(person),
          extra_course_cents: cents(course),
          courses: courses.map(Number),
        }
        return contract
          ? api.contracts.contracts.update({ params: { id: contract.id }, body: { ...body, updated_at: version! } })
          : api.contracts.contracts.create({ body: { ...body, company: Number(company) } })
      }}
      onSuccess={({ data }) => {
        toast.success(t('contracts.saved', { name: data.name }))
        void queryClient.invalidateQueries({ queryKey: ['contracts'] })
        onDone(data)
      }}
    >
      {({ values }) => (
        <>
          {!contract && <SelectInput name="company" label={field('company')} options={options} required />}
          <TextInput name="name" label={field('name')} required maxLength={200} />
          <TextInput name="email" type="email" label={field('email')} help={t('contracts.email_help')} required maxLength={254} />
          <TextInput name="order_number" label={field('order_number')} maxLength={50} />
          <SelectInput
            name="type"
            label={field('type')}
            required
            options={CONTRACT_TYPES.map((value) => ({ value, label: t(`contracts.type.${value}`) }))}
          />
          <CourseChoice company={contract?.company_id ?? (Number(values.company) || null)} />
          <DayInput name="starts_on" label={field('starts_on')} required />
          <DayInput name="ends_on" label={field('ends_on')} required />
          {values.type === 'participants' && (
            <>
              <TextInput name="participants" type="number" label={field('participants')} />
              <TextInput name="extra_participant" inputMode="decimal" label={field('extra_participant')} help={t('contracts.extra_help')} />
            </>
          )}
          {values.type === 'courses' && (
            <>
              <TextInput name="custom_courses" type="number" label={field('custom_courses')} />
              <TextInput name="extra_course" inputMode="decimal" label={field('extra_course')} help={t('contracts.extra_help')} />
            </>
          )}
          <CheckInput name="only_started" look="switch" label={field('only_started')} />
          <FormActions submitLabel={t('core.actions.save')} onCancel={onCancel} />
        </>
      )}
    </Form>
  )
}

/** The courses that it gives, out of those that its company may give at all. */
function CourseChoice({ company }: { company: number | null }) {
  const t = useT()
  const courses = useApiQuery(['contracts', 'courses', company], () => api.contracts.courses.index({ query: { company: company! } }), {
    enabled: company !== null,
  })
  const options = (courses.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  if (company === null) return null
  return (
    <SearchInput
      name="courses"
      label={t('contracts.field.courses')}
      help={t('contracts.courses_help')}
      options={options}
      loading={courses.isPending}
      multiple
    />
  )
}
