import { Button, Stack } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { signOut } from '#web/session'
import { ActionRow, ErrorState, LoadingState, Section, ToneChip, useConfirm, useToast } from '#web/ui'

const KEY = ['core', 'sessions'] as const

interface Shown {
  id: number
  browser: string | null
  system: string | null
  company: string | null
  address: string | null
  started_at: string
  last_seen_at: string
  current: boolean
}

/** The sessions of the person, with buttons to end them. */
export function Sessions() {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const list = useApiQuery(KEY, () => api.core.account.sessions({}), { staleTime: 0 })
  const endOne = useApiMutation((id: number) => api.core.account.endSession({ params: { id: String(id) } }), {
    refresh: [KEY],
    onSuccess: () => toast.success(t('core.profile.session_ended')),
  })
  const endOthers = useApiMutation(() => api.core.account.endSessions({ body: { which: 'others' as const } }), {
    refresh: [KEY],
    onSuccess: ({ ended }) => toast.success(t('core.profile.sessions_ended', { count: ended })),
  })
  const everywhere = async () => {
    const question = { title: t('core.profile.everywhere_question'), text: t('core.profile.everywhere_text') }
    if (!(await confirm({ ...question, confirmLabel: t('core.profile.everywhere') }))) return
    await api.core.account.endSessions({ body: { which: 'all' } })
    await signOut()
  }
  const rows = list.data?.data ?? []
  return (
    <Section title={t('core.profile.sessions')} text={t('core.profile.sessions_text')} anchor="sessions">
      {list.isPending && <LoadingState shape="rows" count={2} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <Line key={row.id} row={row} ending={endOne.isPending} onEnd={() => endOne.mutate(row.id)} />
        ))}
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        {rows.length > 1 && (
          <Button variant="outlined" onClick={() => endOthers.mutate(undefined)} loading={endOthers.isPending}>
            {t('core.profile.sessions_end_others')}
          </Button>
        )}
        <Button variant="outlined" color="inherit" onClick={() => void everywhere()}>
          {t('core.profile.everywhere')}
        </Button>
      </Stack>
    </Section>
  )
}

function Line({ row, ending, onEnd }: { row: Shown; ending: boolean; onEnd: () => void }) {
  const t = useT()
  const format = useFormat()
  const { browser, system, company, address, started_at, last_seen_at, current } = row
  const device =
    browser && system ? t('core.profile.session_device', { browser, system }) : (browser ?? system ?? t('core.profile.session_unknown'))
  const about = [company, address, t('core.profile.session_started', { when: format.dateTime(started_at) })].filter(Boolean).join(' · ')
  return (
    <ActionRow
      name={device}
      chip={current && <ToneChip tone="success" icon="success" label={t('core.profile.session_this')} />}
      lines={[about, !current && t('core.profile.session_seen', { when: format.dateTime(last_seen_at) })]}
      action={
        !current && (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            disabled={ending}
            onClick={onEnd}
            aria-label={t('core.profile.session_end_label', { device })}
          >
            {t('core.profile.session_end')}
          </Button>
        )
      }
    />
  )
}
