import { Button, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useState } from 'react'
import { request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { can } from '#core/contract/access'
import { EmptyState, ErrorState, FilterSelect, LoadingState, PageHeader, Section, SidePanel, useFiltersOverPeople } from '#web/ui'
import { readVersions, type ListedVersion } from '../terms.js'

interface Acceptances {
  data: { id: number; name: string; email: string; company: string; language: string; accepted_at: string; via: string }[]
  meta: { total: number; page: number; per_page: number }
}

/** /terms: the versions, and who accepted each. */
export default function ListPage() {
  const t = useT()
  const format = useFormat()
  const mayPublish = useAllowed(can('terms.publish'))
  const [open, setOpen] = useState<ListedVersion | null>(null)
  const { data, error, refetch } = useApiQuery(['terms', 'versions'], () => readVersions(null))
  return (
    <>
      <PageHeader
        title={t('terms.title')}
        text={t('terms.text')}
        {...(mayPublish && { action: { label: t('terms.new'), to: '/terms/editor' } })}
        secondary={[{ label: t('terms.read'), to: '/terms/viewer' }]}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState shape="rows" count={3} />
      ) : data.data.length === 0 ? (
        <EmptyState icon="check" title={t('terms.none')} text={t('terms.none_text')} />
      ) : (
        <Stack sx={{ gap: 4 }}>
          {data.data.map((version) => (
            <Section
              key={version.id}
              // Each company has its own numbers: two of them may have a version 1.
              title={`${t('terms.version', { number: version.number })} · ${version.company ?? t('terms.platform')}`}
              text={format.longDate(version.published_at)}
            >
              <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
                <VersionNote version={version} newest={data.data} />
                <Button variant="outlined" onClick={() => setOpen(version)} aria-label={t('terms.who_of', { number: version.number })}>
                  {t('terms.accepted', { count: version.accepted })}
                </Button>
              </Stack>
            </Section>
          ))}
        </Stack>
      )}
      <SidePanel
        open={open !== null}
        onClose={() => setOpen(null)}
        width={640}
        title={open ? t('terms.who', { number: open.number }) : t('terms.title')}
      >
        {open && <Who key={open.id} version={open} />}
      </SidePanel>
    </>
  )
}

/** Whether it is the current version: the newest of its company or of the platform. */
function VersionNote({ version, newest }: { version: ListedVersion; newest: readonly ListedVersion[] }) {
  const t = useT()
  const holds = newest.find(({ company_id }) => company_id === version.company_id)?.id === version.id
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t(holds ? 'terms.holds' : 'terms.replaced')}
    </Typography>
  )
}

function Who({ version }: { version: ListedVersion }) {
  const t = useT()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const choices = useFiltersOverPeople().data?.filter(({ options }) => options.length > 0) ?? []
  const asked = new URLSearchParams({ ...chosen, page: String(page) })
  const state = {
    filters: chosen,
    setFilter: (key: string, value: string | null) => {
      const { [key]: _before, ...others } = chosen
      setChosen(value === null ? others : { ...others, [key]: value })
      setPage(1)
    },
  }
  const { data, error, refetch } = useApiQuery(
    ['terms', 'acceptances', version.id, page, chosen],
    () => request<Acceptances>(`/api/terms/versions/${version.id}/acceptances?${asked}`),
    { keepPrevious: true },
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={6} />
  const pages = Math.max(1, Math.ceil(data.meta.total / data.meta.per_page))
  return (
    <Stack sx={{ gap: 4 }}>
      {choices.length > 0 && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {choices.map(({ key, label, options }) => (
            <FilterSelect key={key} filter={{ key, label: t(label), several: true, options }} state={state} />
          ))}
        </Stack>
      )}
      {data.data.length === 0 ? (
        <Typography>{t(Object.keys(chosen).length ? 'terms.nobody_of_these' : 'terms.nobody')}</Typography>
      ) : (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('terms.person')}</TableCell>
              <TableCell>{t('terms.when')}</TableCell>
              <TableCell>{t('terms.how')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.data.map((row) => (
              <TableRow key={row.id}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {row.name}
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {row.company}
                  </Typography>
                </TableCell>
                <TableCell>{format.date(row.accepted_at)}</TableCell>
                <TableCell>{t(`terms.via.${row.via}`)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {pages > 1 && (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('terms.previous')}
          </Button>
          <Typography variant="body2">{`${page} / ${pages}`}</Typography>
          <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
            {t('terms.next')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
