import { Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { ErrorState, FactList, LoadingState, PageHeader, Section, SidePanel, StatusChip } from '#web/ui'
import { momentStatuses } from '../../contract/statuses.js'
import type { ShownMoment } from '../../server/transformers/exams_transformer.js'
import { ChangeMoment } from '../components/ChangeMoment.js'
import { EntriesTable } from '../components/EntriesTable.js'
import { Seats } from '../components/Seats.js'
import { WithdrawMoment } from '../components/WithdrawMoment.js'
import { dayPath, useIsAdmin } from '../queries.js'

/** /exams/momenten/:moment — where and when, how full it is, and its entries. */
export default function MomentPage() {
  const t = useT()
  const { moment: id = '' } = useParams()
  const query = useApiQuery(['exams', 'moment', id], () => api.exams.moments.show({ params: { id } }))
  usePageTitle(query.data && `${query.data.data.course}, ${query.data.data.city}`)
  if (query.data) return <Page moment={query.data.data} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="exams" title={t('exams.moment.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

function Page({ moment }: { moment: ShownMoment }) {
  const t = useT()
  const format = useFormat()
  const admin = useIsAdmin()
  const entries = useId()
  const [panel, setPanel] = useState<'change' | 'withdraw' | null>(null)
  const close = () => setPanel(null)
  const coming = moment.state === 'open' || moment.state === 'full'
  return (
    <>
      <PageHeader
        title={moment.course}
        text={`${format.weekday(moment.day)} ${moment.time}, ${moment.city}`}
        trail={[{ label: t('exams.moments.title'), to: '/exams/momenten' }]}
        badge={<StatusChip of={momentStatuses} status={moment.state} />}
        {...(moment.is_provider &&
          moment.state !== 'withdrawn' && {
            action: { label: t('exams.day.title'), icon: 'checklist' as const, to: dayPath(moment.id) },
          })}
        {...(admin &&
          coming && {
            secondary: [
              { label: t('exams.moment.change'), icon: 'edit' as const, onClick: () => setPanel('change') },
              { label: t('exams.moment.withdraw'), icon: 'delete' as const, onClick: () => setPanel('withdraw') },
            ],
          })}
      />
      <Stack sx={{ gap: 5 }}>
        <Section title={t('exams.moment.facts')}>
          <FactList
            facts={[
              { label: t('exams.field.location'), value: moment.location },
              { label: t('exams.field.address'), value: moment.address || null },
              { label: t('exams.field.language'), value: languageName(moment.language) },
              { label: t('exams.field.provider'), value: moment.provider_name ?? t('exams.no_provider') },
              // A withdrawn moment has no free seats, however many it had.
              ...(moment.state === 'withdrawn' ? [] : [{ label: t('exams.field.seats_left'), value: <Seats moment={moment} /> }]),
              {
                label: t('exams.field.adjustments'),
                value: moment.adjustments.length
                  ? t('exams.adjusted', {
                      what: format.list(moment.adjustments.map((one) => t(`exams.adjustment.${one}`))),
                      minutes: moment.adjusted_minutes,
                    })
                  : t('exams.no_adjustments'),
              },
              { label: t('exams.field.adults_only'), value: t(moment.adults_only ? 'core.table.yes' : 'core.table.no') },
              ...(moment.withdrawn_reason ? [{ label: t('exams.field.reason'), value: moment.withdrawn_reason }] : []),
            ]}
          />
        </Section>
        {/* Not inside another section: a list has a surface of its own. */}
        <Stack component="section" aria-labelledby={entries} sx={{ gap: 3 }}>
          <Typography id={entries} variant="h2">
            {t('exams.entries.title')}
          </Typography>
          <EntriesTable moment={moment.id} isOff={moment.state === 'withdrawn'} />
        </Stack>
      </Stack>
      <SidePanel open={panel === 'change'} onClose={close} title={t('exams.moment.change')}>
        <ChangeMoment moment={moment} onDone={close} />
      </SidePanel>
      {panel === 'withdraw' && <WithdrawMoment moment={moment} onClose={close} />}
    </>
  )
}
