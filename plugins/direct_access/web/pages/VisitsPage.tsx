import { Button, Paper, Stack, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { participantPath } from '#plugins/people/contract/index'
import { api, request, useApiMutation, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { pagePath } from '#web/shell'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  PageHeader,
  SidePanel,
  ToneChip,
  useList,
  useToast,
} from '#web/ui'
import type { ManagedEntranceView, toShown, VisitView } from '../../server/transformers/direct_access.js'
import { LinkActions } from '../components/LinkActions.js'
import { ProjectForm } from '../components/ProjectForm.js'
import { VisitChip } from '../components/VisitChip.js'

type Shown = ReturnType<typeof toShown>
/** Refresh interval of the list at a gate, in milliseconds: a person who just finished is waiting there. */
const AGAIN = 15_000

/** Each request of an admin is audited, so their list does not refresh automatically. */
const useAgain = () => (isAdminRole(useUser().user_role) ? undefined : AGAIN)

/** /projecten/{id}: the list at the gate of a project; for a company's direct access, its visitors. */
export default function VisitsPage() {
  const { entrance = '' } = useParams()
  const t = useT()
  const [changing, setChanging] = useState(false)
  const again = useAgain()
  const query = useApiQuery(
    ['direct_access', 'entrance', entrance],
    () => request<{ data: Shown }>(`/api/direct_access/entrances/${encodeURIComponent(entrance)}`),
    { again: () => again ?? false },
  )
  const isProject = query.data?.data.entrance.kind === 'project'
  if (query.error && !query.data) return <ErrorState asPage error={query.error} part="direct_access" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="page" count={4} />
  const { entrance: shown, courses, skills, lacking } = query.data.data
  const parent = isProject
    ? { label: t('direct_access.projects.title'), to: pagePath('direct_access.projects') ?? '' }
    : { label: t('direct_access.links.title'), to: pagePath('direct_access.links') ?? '' }
  return (
    <>
      <PageHeader
        title={shown.name ?? t(`direct_access.kind.${shown.kind}`)}
        trail={[parent]}
        badge={!shown.is_open && <ToneChip tone="neutral" icon="lock" label={t('direct_access.closed')} />}
        {...(isProject && {
          secondary: [
            { label: t('direct_access.crew.title'), icon: 'people' as const, to: pagePath('direct_access.crew', { entrance }) ?? '' },
          ],
          // On a phone at the gate, the list matters more than these.
          more: [
            { label: t('direct_access.project.change'), icon: 'edit' as const, onClick: () => setChanging(true) },
            { label: t('direct_access.link.poster'), icon: 'qr' as const, to: pagePath('direct_access.poster', { entrance }) ?? '' },
          ],
        })}
      />
      <Counts entrance={shown} lacking={lacking} />
      <GateList entrance={shown} />
      <SidePanel open={changing} onClose={() => setChanging(false)} title={t('direct_access.project.change')}>
        <Stack sx={{ gap: 6 }}>
          <ProjectForm
            key={shown.updated_at}
            project={shown}
            company="0"
            courses={courses}
            skills={skills}
            onDone={() => setChanging(false)}
            onCancel={() => setChanging(false)}
          />
          <LinkActions entrance={shown} />
        </Stack>
      </SidePanel>
    </>
  )
}

/** The number of people who may enter and of those who lack something, readable from a metre away. */
function Counts({ entrance: { counts, kind }, lacking }: { entrance: ManagedEntranceView; lacking: number | null }) {
  const t = useT()
  const tiles = [
    { key: kind === 'project' ? 'valid' : 'finished', count: counts.done },
    ...(lacking === null ? [] : [{ key: 'lacking', count: lacking }]),
    { key: 'busy', count: counts.busy },
    ...(kind === 'project' ? [] : [{ key: 'waiting', count: counts.waiting }]),
  ]
  return (
    <Stack direction="row" sx={{ gap: 3, mb: 5 }}>
      {tiles.map(({ key, count }) => (
        <Paper key={key} variant="outlined" sx={{ px: 4, py: 3, flex: { xs: 1, sm: 'none' }, minWidth: { sm: 160 } }}>
          <Typography sx={{ fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}>
            {count}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`direct_access.count.${key}`, { count, total: counts.done })}
          </Typography>
        </Paper>
      ))}
    </Stack>
  )
}

function useLooks(entrance: ManagedEntranceView): Record<string, ColumnLook<VisitView>> {
  const format = useFormat()
  const isProject = entrance.kind === 'project'
  return useMemo(
    () => ({
      name: { card: 'title', flex: 1.4, minWidth: 170 },
      status: {
        card: 'badge',
        minWidth: 150,
        flex: 1.2,
        render: (row) => (row.status === 'waiting' ? <Admit visit={row} /> : <VisitChip status={row.status} lacks={row.lacks} isShort />),
      },
      lacks: { card: isProject ? 'line' : 'none', hidden: !isProject, minWidth: 150, flex: 1.2, value: (row) => format.list(row.lacks) },
      number: { hidden: isProject, card: isProject ? 'none' : 'line' },
      course: { hidden: isProject, card: isProject ? 'none' : 'line', minWidth: 180 },
      came_at: { card: 'none' },
      done_at: { minWidth: 150, card: isProject ? 'line' : 'none' },
      valid_until: {
        hidden: !isProject,
        card: isProject ? 'line' : 'none',
        minWidth: 130,
        value: (row) => (row.valid_until ? format.day(row.valid_until) : ''),
      },
    }),
    [format, isProject],
  )
}

/** A button that lets a person start a course they requested. */
function Admit({ visit }: { visit: VisitView }) {
  const t = useT()
  const toast = useToast()
  const admit = useApiMutation(() => request(`/api/direct_access/visits/${visit.id}/admit`, { method: 'POST', body: {} }), {
    refresh: [['direct_access']],
    onSuccess: () => toast.success(t('direct_access.visits.admitted', { name: visit.name })),
  })
  return (
    <Button
      size="small"
      variant="contained"
      loading={admit.isPending}
      aria-label={t('direct_access.visits.admit_name', { name: visit.name })}
      onClick={(event) => {
        event.stopPropagation()
        admit.mutate(undefined)
      }}
    >
      {t('direct_access.visits.admit')}
    </Button>
  )
}

const rowId = (row: VisitView) => row.id

function GateList({ entrance }: { entrance: ManagedEntranceView }) {
  const t = useT()
  const navigate = useNavigate()
  const isProject = entrance.kind === 'project'
  const again = useAgain()
  const list = useList<VisitView>({
    id: isProject ? 'direct_access.gate' : 'direct_access.link',
    part: 'direct_access',
    path: '/api/direct_access/visits',
    load: (query) => api.directAccess.visits.index(withQuery(query)),
    looks: useLooks(entrance),
    fixed: { entrance: entrance.id },
    ...(again && { again }),
  })
  return (
    <DataTable<VisitView>
      {...list.table}
      label={t('direct_access.visits.title')}
      rowId={rowId}
      searchLabel={t(isProject ? 'direct_access.visits.search' : 'direct_access.visits.search_number')}
      onRowClick={(row) => void navigate(participantPath(row.membership_id))}
      rowLabel={(row) => row.name}
      empty={
        <EmptyState
          icon="qr"
          title={t('direct_access.visits.empty')}
          text={t('direct_access.visits.empty_text')}
          action={<LinkActions entrance={entrance} />}
        />
      }
    />
  )
}
