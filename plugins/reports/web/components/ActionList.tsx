import { Box, Button, Link, Skeleton, Stack, Typography, useMediaQuery } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiPages, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, Icon, Section, type IconName } from '#web/ui'
import { isAdminRole } from '#core/contract/roles'
import { useUser } from '#web/session'
import type { DashboardWidgetProps } from '../../contract/index.js'
import type { Action, ActionKind } from '../../server/transformers/action_transformer.js'

const LOOKS: Record<ActionKind, { icon: IconName; tone: 'neutral' | 'info' | 'success' | 'error' }> = {
  registered: { icon: 'add', tone: 'neutral' },
  started: { icon: 'busy', tone: 'info' },
  passed: { icon: 'success', tone: 'success' },
  failed: { icon: 'error', tone: 'error' },
  certificate: { icon: 'badge', tone: 'success' },
  withdrawn: { icon: 'canceled', tone: 'neutral' },
}

/** About the height of the chart next to it. */
const PAGE = 6
/** Pixels of the last previous item that stay visible above the new ones. */
const STILL_SEEN = 40

interface ActionsPage {
  data: Action[]
  meta: { next: string | null }
}

/** The current time, updated every half minute, so that "just now" does not stay. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** just now, 5 minutes ago, 3 hours ago, yesterday, 2 weeks ago */
function useAgo(now: number) {
  const t = useT()
  const intl = useIntl()
  const format = useFormat()
  return (iso: string): string => {
    const minutes = Math.round((now - Date.parse(iso)) / 60_000)
    if (minutes < 1) return t('reports.now')
    if (minutes < 60) return intl.formatRelativeTime(-minutes, 'minute')
    if (minutes < 12 * 60) return intl.formatRelativeTime(-Math.round(minutes / 60), 'hour')
    return format.relativeDays(iso)
  }
}

function ActionLine({ action, ago, withCompany }: { action: Action; ago: string; withCompany: boolean }) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  const { icon, tone } = LOOKS[action.kind]
  const person = (chunks: ReactNode) =>
    action.membership_id === null ? (
      <strong>{chunks}</strong>
    ) : (
      <Link
        component={RouterLink}
        to={participantPath(action.membership_id)}
        underline="hover"
        sx={{ color: 'text.primary', fontWeight: 600 }}
      >
        {chunks}
      </Link>
    )
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 3, px: { xs: 4, sm: 5 }, py: 3, borderTop: '1px solid', borderColor: 'divider', alignItems: 'flex-start' }}
    >
      <Box
        sx={{
          width: 28,
          height: 28,
          flexShrink: 0,
          borderRadius: '8px',
          display: 'grid',
          placeItems: 'center',
          bgcolor: tones[tone].soft,
          color: tones[tone].text,
        }}
      >
        <Icon name={icon} sx={{ fontSize: 18 }} />
      </Box>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ fontSize: '0.875rem', lineHeight: '20px', pt: 1, overflowWrap: 'anywhere' }}>
          <FormattedMessage
            id={`reports.action.${action.kind}`}
            values={{
              person: action.person_name ?? t('reports.actions.removed_person'),
              course: action.course_name,
              b: person,
              i: (chunks: ReactNode) => chunks,
            }}
          />
          {action.grade !== null && ` (${t('reports.actions.grade', { grade: action.grade })})`}
        </Typography>
        <Typography
          component="time"
          dateTime={action.occurred_at}
          title={format.dateTime(action.occurred_at)}
          variant="body2"
          sx={{ color: 'text.secondary' }}
        >
          {ago}
          {withCompany && ` · ${action.company_name}`}
        </Typography>
      </Box>
    </Stack>
  )
}

/** Recent actions with who did them, newest first, with a button to load older ones. */
export default function ActionList({ people }: DashboardWidgetProps) {
  const t = useT()
  const withCompany = isAdminRole(useUser().user_role)
  const ago = useAgo(useNow())
  const query = useApiPages<ActionsPage>(
    ['reports', 'actions', people],
    (before) => api.reports.dashboard.actions(withQuery({ limit: PAGE, ...(before && { before }), ...people })),
    (page) => page.meta.next,
    { live: true },
  )
  const all = query.data?.pages.flatMap((page) => page.data)
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<number>()
  const isBeside = useMediaQuery((theme) => theme.breakpoints.up('lg'))
  // Next to the chart it keeps its height, or there would be a gap below the chart: older actions are scrolled to.
  const more = () => {
    const box = list.current
    if (box && isBeside && !held) setHeld(box.clientHeight)
    const shown = box?.scrollHeight ?? 0
    void query.fetchNextPage().then(() => requestAnimationFrame(() => box?.scrollTo({ top: shown - STILL_SEEN })))
  }

  const body = () => {
    if (!all) {
      if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      return (
        <Stack role="status" aria-label={t('core.states.loading')} sx={{ px: 5, pb: 5, gap: '25px', minHeight: 6 * 69 + 69 }}>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <Skeleton key={index} variant="rounded" height={44} />
          ))}
        </Stack>
      )
    }
    if (!all.length) {
      return (
        <EmptyState
          icon="people"
          title={t('reports.actions.empty_title')}
          text={t('reports.actions.empty_text')}
          action={
            <Button variant="outlined" component={RouterLink} to="/deelnemers">
              {t('reports.actions.empty_action')}
            </Button>
          }
        />
      )
    }
    return (
      <>
        <Box
          component="ul"
          ref={list}
          {...(held && { tabIndex: 0, 'aria-label': t('reports.actions.title') })}
          sx={{ listStyle: 'none', m: 0, p: 0, ...(held && { maxHeight: { lg: held }, overflowY: 'auto' }) }}
        >
          {all.map((action) => (
            <ActionLine key={action.id} action={action} ago={ago(action.occurred_at)} withCompany={withCompany} />
          ))}
        </Box>
        <Stack sx={{ p: 4, alignItems: 'center', borderTop: '1px solid', borderColor: 'divider' }}>
          {query.hasNextPage ? (
            <Button variant="outlined" color="inherit" loading={query.isFetchingNextPage} onClick={more}>
              {t('reports.actions.more')}
            </Button>
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('reports.actions.end')}
            </Typography>
          )}
        </Stack>
      </>
    )
  }
  return (
    <Section title={t('reports.actions.title')} flush>
      {body()}
    </Section>
  )
}
