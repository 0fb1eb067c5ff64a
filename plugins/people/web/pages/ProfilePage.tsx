import { Box, Button, Stack } from '@mui/material'
import { Navigate, useSearchParams } from 'react-router'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { languages, nativeName, useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { usePageTitle } from '#web/shell'
import {
  checkName,
  DayInput,
  ErrorState,
  FactList,
  Form,
  FormActions,
  InTurns,
  LoadingState,
  NameInputs,
  nameValues,
  type NameValues,
  PageHeader,
  Section,
  SelectInput,
  SlotTabs,
  StatusChip,
  TextInput,
  useConfirm,
  useToast,
} from '#web/ui'
import { memberStates } from '#core/contract/member_states'
import type { Language } from '#core/contract/languages'
import { isAdminRole } from '#core/contract/roles'
import { participantPath, participantTabSlot } from '../../contract/index.js'
import { type Access, AccessForm } from '../components/AccessForm.js'
import { AddressForm } from '../components/AddressForm.js'
import { WorkForm } from '../components/WorkForm.js'
import { MailHold } from '../components/MailHold.js'
import { ManageAccount } from '../components/ManageAccount.js'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'

type Profile = Pick<Awaited<ReturnType<typeof api.people.profiles.show>>['data'], 'details' | 'skills'>
type Saved = Omit<Profile['details'], 'updated_at'>
type Details = Omit<Saved, keyof NameValues> & NameValues

/** The person the profile is about, on every tab. */
const KEPT = ['participant']

/**
 * /deelnemers/profiel: one person, for the people who manage them. Consents and the address can only be changed by the person themselves.
 */
export default function ProfilePage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const [params] = useSearchParams()
  const id = params.get('participant') ?? ''
  const isNamed = id !== ''
  const person = useApiQuery(['people', 'participant', id], () => api.people.participants.show({ params: { id } }), { enabled: isNamed })
  const profile = useApiQuery(['people', 'profile', id], () => api.people.profiles.show({ params: { id } }), {
    enabled: isNamed,
    staleTime: 0,
  })
  const failed = person.error ?? profile.error
  const shown = person.data?.data
  const own = profile.data?.data
  usePageTitle(shown?.name)
  // Without an id there is nobody to load.
  if (!isNamed) return <Navigate to="/deelnemers" replace />
  return (
    <>
      <PageHeader
        title={shown?.name ?? t('people.profile.title')}
        trail={[{ label: t('people.participants.title'), to: shown ? participantPath(shown.id) : '/deelnemers' }]}
        // An admin comes from a list of all companies, so the person's company stays visible.
        text={admin ? shown?.works_at : undefined}
        badge={shown?.status === 'inactive' && <StatusChip of={memberStates} status={shown.state} />}
      />
      {failed ? (
        <ErrorState error={failed} part="people" onRetry={() => void Promise.all([person.refetch(), profile.refetch()])} />
      ) : !shown || !own ? (
        <LoadingState count={8} />
      ) : (
        <SlotTabs
          key={id}
          slot={participantTabSlot}
          with={{ membershipId: shown.id }}
          label={t('people.profile.tabs')}
          param="tab"
          keep={KEPT}
          own={{
            label: t('people.profile.overview'),
            content: (
              <Stack sx={{ gap: 5 }}>
                <InTurns>
                  <MailHold person={shown} />
                  <Section title={t('people.panel.details')} text={t('people.profile.details_text')} anchor="details">
                    <DetailsForm id={id} details={own.details} />
                  </Section>
                  <Section title={t('people.profile.work')} text={t('people.profile.work_text')} anchor="work">
                    <WorkForm id={id} work={own.work} company={shown.company_id} />
                  </Section>
                  <Section title={t('people.profile.access')} text={t('people.profile.access_text')} anchor="access">
                    <AccessForm id={id} access={own.access as Access} known={own.known_entitlements} isSelf={own.is_self} />
                  </Section>
                  <Section title={t('people.profile.skills')} text={t('people.profile.skills_text')} anchor="skills">
                    <SkillsForm id={id} skills={own.skills} />
                  </Section>
                  <Section title={t('people.panel.account')} text={t('people.profile.account_text')} anchor="account">
                    <Facts person={shown} />
                    {shown.email === null && <AddressForm person={shown} />}
                    {own.second_factor && <ResetSecondFactor id={id} name={shown.name} />}
                  </Section>
                  <Section title={t('people.profile.manage')} text={t('people.profile.manage_text')} anchor="manage">
                    <ManageAccount person={shown} isSelf={own.is_self} />
                  </Section>
                </InTurns>
              </Stack>
            ),
          }}
        />
      )}
    </>
  )
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['people'] })
const detailsOf = ({ birthdate, gender, language, ...names }: Saved): Details => ({
  ...nameValues(names),
  birthdate,
  gender,
  language,
})

function DetailsForm({ id, details }: { id: string; details: Profile['details'] }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Details, { data: Profile }>
      initialValues={detailsOf(details)}
      version={details.updated_at}
      valuesOf={(current) => detailsOf(current as unknown as Saved)}
      draftKey={`people.details.${id}`}
      validate={(values) => [checkName(values)]}
      onSubmit={(values, { version }) =>
        api.people.profiles.details({
          params: { id },
          body: { ...values, language: values.language as Language, updated_at: version! },
        })
      }
      onSuccess={({ data }) => {
        refresh()
        toast.success(t('people.profile.saved'))
        return { values: detailsOf(data.details), version: data.details.updated_at }
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <NameInputs />
        <DayInput name="birthdate" label={t('people.column.birthdate')} min="1900-01-01" max={new Date().toLocaleDateString('sv-SE')} />
        <SelectInput
          name="gender"
          label={t('people.column.gender')}
          options={(['female', 'male', 'unknown'] as const).map((value) => ({ value, label: t(`people.gender.${value}`) }))}
          required
        />
        <SelectInput
          name="language"
          label={t('people.column.language')}
          options={languages.map(({ code }) => ({ value: code, label: nativeName(code) }))}
          required
        />
      </Box>
      <FormActions />
    </Form>
  )
}

interface Skills {
  skillset: string
}
const skillsOf = ({ skillset }: { skillset: readonly string[] }): Skills => ({ skillset: skillset.join(', ') })

function SkillsForm({ id, skills }: { id: string; skills: Profile['skills'] }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Skills, { data: Profile }>
      initialValues={skillsOf(skills)}
      version={skills.updated_at}
      valuesOf={(current) => skillsOf(current as unknown as { skillset: string[] })}
      draftKey={`people.skills.${id}`}
      onSubmit={({ skillset }, { version }) => {
        const list = skillset
          .split(',')
          .map((skill) => skill.trim())
          .filter(Boolean)
        return api.people.profiles.skills({ params: { id }, body: { skillset: list, updated_at: version! } })
      }}
      onSuccess={({ data }) => {
        refresh()
        toast.success(t('people.profile.saved'))
        return { values: skillsOf(data.skills), version: data.skills.updated_at }
      }}
    >
      <TextInput name="skillset" label={t('people.profile.skills')} help={t('people.profile.skills_help')} rows={2} />
      <FormActions />
    </Form>
  )
}

function ResetSecondFactor({ id, name }: { id: string; name: string }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const reset = useApiMutation(() => api.people.profiles.resetSecondFactor({ params: { id } }), {
    refresh: [['people', 'profile', id]],
    onSuccess: () => toast.success(t('people.profile.second_factor_done')),
  })
  const ask = async () => {
    const question = { title: t('people.profile.second_factor_question', { name }), text: t('people.profile.second_factor_text') }
    if (await confirm({ ...question, confirmLabel: t('people.profile.second_factor_reset'), destructive: true })) reset.mutate(undefined)
  }
  return (
    <Box>
      <Button variant="outlined" onClick={() => void ask()} loading={reset.isPending}>
        {t('people.profile.second_factor_reset')}
      </Button>
    </Box>
  )
}

function Facts({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const format = useFormat()
  return (
    <FactList
      facts={[
        { label: t('people.column.email'), value: person.email ?? t('people.no_address') },
        { label: t('people.column.works_at'), value: person.works_at },
        { label: t('people.column.role'), value: t(`people.role.${person.role}`) },
        { label: t('people.column.registration_date'), value: format.date(person.registration_date) },
        { label: t('people.panel.registration_type'), value: t(`people.registration.${person.registration_type}`) },
        { label: t('people.panel.added_by'), value: person.added_by },
        { label: t('people.column.last_seen'), value: person.last_seen ? format.relativeDays(person.last_seen) : t('people.never_seen') },
        { label: t('people.panel.receive_emails'), value: t(person.receive_emails ? 'people.yes' : 'people.no') },
        { label: t('people.panel.forward_emails_to'), value: person.forward_emails_to },
        { label: t('people.panel.entitlements'), value: format.list(person.entitlements.map((name) => t(`people.entitlement.${name}`))) },
      ]}
    />
  )
}
