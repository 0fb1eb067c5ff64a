import { useMemo } from 'react'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { type ColumnLook, DataTable, EmptyState, PageHeader, ToneChip, useList } from '#web/ui'
import type { toLaunch } from '../../server/transformers/lti.js'

type Row = ReturnType<typeof toLaunch>

/** The outcomes that are no refusal: signed in, or in progress. */
const GOOD = {
  opened: { tone: 'success', icon: 'success' },
  link: { tone: 'info', icon: 'link' },
  begun: { tone: 'info', icon: 'info' },
} as const
const isGood = (outcome: string): outcome is keyof typeof GOOD => Object.hasOwn(GOOD, outcome)

const rowId = (row: Row) => row.id

/** /admin/bedrijven/lti/launches: the launches from other systems, and why some were refused. */
export default function LaunchesPage() {
  const t = useT()
  const looks: Record<string, ColumnLook<Row>> = useMemo(
    () => ({
      outcome: {
        card: 'badge',
        minWidth: 190,
        flex: 1.2,
        render: ({ outcome }) =>
          isGood(outcome) ? (
            <ToneChip {...GOOD[outcome]} label={t(`lti.outcome.${outcome}`)} />
          ) : (
            <ToneChip tone="error" icon="error" label={t(`lti.refusals_short.${outcome}`)} />
          ),
      },
      created_at: { minWidth: 150, card: 'line' },
      person: { card: 'title', minWidth: 150, value: ({ person }) => person ?? t('lti.launches.nobody') },
      platform: { card: 'line', minWidth: 130 },
      company: { card: 'line', minWidth: 130 },
      detail: { card: 'line', minWidth: 160, flex: 1.5 },
    }),
    [t],
  )
  const list = useList<Row>({
    id: 'lti.launches',
    part: 'lti',
    path: '/api/lti/launches',
    load: (query) => api.lti.launches.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('lti.launches.title')}
        text={t('lti.launches.text')}
        trail={[{ label: t('lti.page.title'), to: pagePath('lti.platforms') ?? '' }]}
      />
      <DataTable<Row>
        {...list.table}
        label={t('lti.launches.title')}
        rowId={rowId}
        searchLabel={t('lti.launches.search')}
        rowLabel={(row) => row.person ?? row.platform ?? ''}
        empty={<EmptyState icon="live" title={t('lti.launches.empty')} text={t('lti.launches.empty_text')} />}
      />
    </>
  )
}
