import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { FactList, Section } from '#web/ui'

/** On /profiel (core's `profileSectionSlot`): the person's own personnel data in their company. Renders nothing without any. */
export default function OwnWork() {
  const t = useT()
  const { company_name: company } = useUser()
  const { data } = useApiQuery(['people', 'own_work'], () => api.people.profiles.ownWork({}))
  const work = data?.data
  if (!work || !(work.personnel_number || work.job_title || work.manager)) return null
  return (
    <Section title={t('people.profile.work')} text={t('people.profile.own_work_text', { company: company ?? '' })}>
      <FactList
        facts={[
          { label: t('people.column.personnel_number'), value: work.personnel_number },
          { label: t('people.column.job_title'), value: work.job_title },
          { label: t('people.column.manager'), value: work.manager?.name ?? null },
        ].filter(({ value }) => value)}
      />
    </Section>
  )
}
