import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, RadioInput, SearchInput, SelectInput, TextInput, useToast } from '#web/ui'
import { skillsChanged, useCompanies, useFormOptions } from '../queries.js'
import { NONE, type Skill, type SkillValues, toInput, valuesOf } from '../skill_values.js'
import { Impact } from './Impact.js'
import { Presets } from './Presets.js'

/** A skill, what gives it and who needs it, with a preview of what saving would do below it. */
export function SkillForm({ skill, onDone, onCancel }: { skill: Skill | null; onDone: () => void; onCancel: () => void }) {
  const t = useT()
  const toast = useToast()
  const { admin, options: companies } = useCompanies()
  return (
    <Form<SkillValues, { data: Skill }>
      part="skills"
      initialValues={valuesOf(skill)}
      {...(skill && { version: skill.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as Skill)}
      validate={(values) => [
        check.required(values, 'name'),
        admin && !skill ? check.required(values, 'company') : false,
        check.when(values.valid_months !== '' && !/^[1-9]\d{0,2}$/.test(values.valid_months), 'valid_months', 'number'),
        check.when(values.starter_months !== '' && !/^[1-9]\d?$/.test(values.starter_months), 'starter_months', 'number'),
        check.when(values.renew_months !== '' && !/^[1-9]\d?$/.test(values.renew_months), 'renew_months', 'number'),
        check.when(values.of === 'groups' && values.groups.length === 0, 'groups', 'required'),
      ]}
      onSubmit={(values, { version }) =>
        skill
          ? api.skills.skills.update({ params: { id: skill.id }, body: { ...toInput(values), updated_at: version! } })
          : api.skills.skills.create({ body: { ...toInput(values), ...(values.company && { company: Number(values.company) }) } })
      }
      onSuccess={({ data }) => {
        toast.success(t(skill ? 'skills.saved' : 'skills.added', { name: data.name }))
        skillsChanged()
        onDone()
      }}
    >
      {({ values }) => (
        <>
          {admin && !skill && <SelectInput name="company" label={t('skills.column.company')} options={companies ?? []} required />}
          <TextInput name="name" label={t('skills.form.name')} required autoFocus={!skill} maxLength={60} />
          {!skill && <Presets company={admin ? Number(values.company) || null : 0} />}
          <TextInput name="text" label={t('skills.form.text')} rows={2} maxLength={300} />
          <TextInput
            name="valid_months"
            label={t('skills.form.months')}
            help={t('skills.form.months_help')}
            inputMode="numeric"
            maxLength={3}
          />
          {values.valid_months !== '' && (
            <TextInput
              name="renew_months"
              label={t('skills.form.renew')}
              help={t('skills.form.renew_help')}
              inputMode="numeric"
              maxLength={2}
            />
          )}
          <Chosen
            own={skill?.id ?? null}
            company={skill?.company_id ?? (admin ? Number(values.company) || null : 0)}
            of={values.of}
            starters={values.starter_months !== ''}
            renews={values.valid_months !== '' && values.renew_months !== ''}
          />
          <Impact values={values} skill={skill?.id ?? null} ready={!admin || skill !== null || values.company !== ''} />
          <FormActions submitLabel={t(skill ? 'core.actions.save' : 'skills.add')} onCancel={onCancel} />
        </>
      )}
    </Form>
  )
}

interface ChosenProps {
  own: number | null
  company: number | null
  of: string
  starters: boolean
  renews: boolean
}

/**
 * The sources of a skill and the people who need it, in one company. @param company 0: one's own; null: not chosen yet @param own the skill
 * itself
 */
function Chosen({ own, company, of, starters, renews }: ChosenProps) {
  const t = useT()
  const { data, isPending } = useFormOptions(company)
  const toOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const groups = toOptions(data?.data.groups)
  return (
    <>
      <SearchInput name="courses" label={t('skills.form.courses')} multiple options={toOptions(data?.data.courses)} loading={isPending} />
      <SelectInput
        name="exam_course"
        label={t('skills.form.exam')}
        help={t('skills.form.exam_help')}
        required
        options={[{ value: NONE, label: t('skills.form.exam_none') }, ...toOptions(data?.data.courses)]}
      />
      <TextInput name="externals" label={t('skills.form.externals')} help={t('skills.form.externals_help')} maxLength={2000} />
      {renews && (
        <>
          <SearchInput
            name="refresher_courses"
            label={t('skills.form.refresher_courses')}
            help={t('skills.form.refresher_help')}
            multiple
            options={toOptions(data?.data.courses)}
            loading={isPending}
          />
          <TextInput
            name="refresher_externals"
            label={t('skills.form.refresher_externals')}
            help={t('skills.form.externals_help')}
            maxLength={2000}
          />
        </>
      )}
      <SearchInput
        name="implied_by"
        label={t('skills.form.implied_by')}
        help={t('skills.form.implied_by_help')}
        multiple
        options={toOptions(data?.data.skills.filter(({ id }) => id !== own))}
        loading={isPending}
      />
      <RadioInput
        name="of"
        label={t('skills.form.of')}
        required
        options={['nobody', 'everybody', ...(groups.length || of === 'groups' ? ['groups'] : [])].map((value) => ({
          value,
          label: t(`skills.form.of_${value}`),
        }))}
      />
      {of === 'groups' && (
        <SearchInput name="groups" label={t('skills.form.groups')} multiple required options={groups} loading={isPending} />
      )}
      {of !== 'nobody' && (
        <TextInput
          name="starter_months"
          label={t('skills.form.starter')}
          help={t('skills.form.starter_help')}
          inputMode="numeric"
          maxLength={2}
        />
      )}
      {of !== 'nobody' && starters && (
        <SelectInput
          name="mentor_skill"
          label={t('skills.form.mentor')}
          help={t('skills.form.mentor_help')}
          required
          options={[{ value: NONE, label: t('skills.form.mentor_none') }, ...toOptions(data?.data.skills.filter(({ id }) => id !== own))]}
        />
      )}
    </>
  )
}
