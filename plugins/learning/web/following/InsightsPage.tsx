import { Box, Button, Link, MenuItem, Stack } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { can } from '#core/contract/access'
import type { ParticipationAct } from '#plugins/learning/contract/index'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { InsightsPage as Insights } from '#plugins/learning/server/transformers/insights_transformer'
import { participantPath } from '#plugins/people/contract/index'
import { nativeName, useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { usePageTitle } from '#web/shell'
import { FactList, Icon, LoadingState, PageHeader, PopupMenu, Progress, Section, StatusChip, ToneChip } from '#web/ui'
import { PageProblem } from '../components/StepProblem.js'
import { insightsPath, totalsPath } from '../paths.js'
import { useInsights } from '../queries.js'
import { useIds } from '../use_ids.js'
import { ActDialog, type Asked } from './ActDialog.js'
import { ConfirmStepDialog } from './ConfirmStepDialog.js'
import { HistoryList } from './HistoryList.js'
import { StepList } from './StepList.js'

/** /training/deelnemer/inzichten: one person in one course, what they did, and what a supervisor can do about it. */
export default function InsightsPage() {
  const t = useT()
  const { participation } = useIds('participation')
  const { data, error, refetch } = useInsights(participation)
  usePageTitle(data?.data.person.name)
  if (!data) {
    if (error) return <PageProblem error={error} of="course" title={t('learning.insights.failed_to_load')} onRetry={() => void refetch()} />
    return <LoadingState shape="page" count={6} />
  }
  return <Page insights={data.data} />
}

/** The most likely action for the current status. */
const MAIN: readonly ParticipationAct[] = ['extend', 'restart']

function Page({ insights }: { insights: Insights }) {
  const t = useT()
  const navigate = useNavigate()
  const mayAct = useAllowed(can('learning.progress.manage'))
  const mayConfirm = useAllowed(can('learning.activities.confirm'))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [confirmed, setConfirmed] = useState<{ id: number; title: string } | null>(null)
  const { person, course, acts, current } = insights
  const allowed = (act: ParticipationAct) => mayAct && acts.some((one) => one.act === act && one.code === null)
  const main = MAIN.find(allowed)
  // A person who is making progress needs no action: none is highlighted.
  const asksForIt = insights.overdue || insights.status === 'expired' || insights.status === 'failed'
  return (
    <>
      <PageHeader
        title={person.name}
        // The same line as in the page's first content, so that it is there before any script runs.
        text={[course, person.email].filter(Boolean).join(' · ')}
        trail={[{ label: t('learning.totals.title'), to: totalsPath() }]}
        badge={
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <StatusChip of={participationStatuses} status={insights.status} />
            {insights.overdue && <ToneChip tone="error" icon="warning" label={t('learning.totals.overdue')} />}
            {!current && <ToneChip tone="neutral" icon="expired" label={t('learning.person.taken_again')} />}
          </Stack>
        }
      />
      {mayAct && current && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', mt: -2, mb: 6 }}>
          {main && (
            <Button
              variant={asksForIt ? 'contained' : 'outlined'}
              startIcon={<Icon name={ICONS[main]} />}
              onClick={() => setAsked({ act: main })}
            >
              {t(`learning.act.${main}`)}
            </Button>
          )}
          <ActMenu acts={MENU.filter((act) => act !== main)} allowed={allowed} onAsk={(act) => setAsked({ act })} />
        </Stack>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' },
          alignItems: 'start',
        }}
      >
        <StepList
          insights={insights}
          mayRetry={allowed('retry')}
          onRetry={(activity) => setAsked({ act: 'retry', activity })}
          mayConfirm={mayConfirm}
          onConfirm={setConfirmed}
        />
        <Stack sx={{ gap: 5, order: { xs: -1, lg: 0 } }}>
          <Facts insights={insights} />
          <HistoryList history={insights.history} />
        </Stack>
      </Box>
      {confirmed && (
        <ConfirmStepDialog participation={insights.id} person={person.name} step={confirmed} onClose={() => setConfirmed(null)} />
      )}
      {asked && (
        <ActDialog
          {...asked}
          participation={insights.id}
          version={insights.updated_at}
          person={person.name}
          course={course}
          onClose={() => setAsked(null)}
          onDone={(next) => {
            setAsked(null)
            if (next !== insights.id) void navigate(insightsPath(next))
          }}
        />
      )}
    </>
  )
}

const MENU: readonly ParticipationAct[] = ['extend', 'restart', 'pass', 'no_show', 'cancel']
const ICONS = { extend: 'calendar', retry: 'retry', restart: 'retry', pass: 'check', no_show: 'absent', cancel: 'canceled' } as const

interface ActMenuProps {
  acts: readonly ParticipationAct[]
  allowed: (act: ParticipationAct) => boolean
  onAsk: (act: ParticipationAct) => void
}

/** The other actions; the ones that the status does not allow stay visible, so that nobody searches for them. */
function ActMenu({ acts, allowed, onAsk }: ActMenuProps) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<Icon name="expand" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('learning.act.more')}
      </Button>
      <PopupMenu label={t('learning.act.more')} anchor={anchor} onClose={() => setAnchor(null)}>
        {acts.map((act) => (
          <MenuItem
            key={act}
            disabled={!allowed(act)}
            onClick={() => {
              setAnchor(null)
              onAsk(act)
            }}
            sx={{ gap: 3 }}
          >
            <Icon name={ICONS[act]} />
            {t(`learning.act.${act}`)}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}

function Facts({ insights }: { insights: Insights }) {
  const t = useT()
  const format = useFormat()
  const { person, language } = insights
  const at = (value: string | null) => (value ? format.dateTime(value) : null)
  return (
    <Section title={t('learning.insights.facts')}>
      <Progress value={insights.progress} label={t('learning.progress_label')} />
      <FactList
        facts={[
          {
            label: t('learning.insights.person'),
            value: (
              <Link component={RouterLink} to={participantPath(person.id)}>
                {person.name}
              </Link>
            ),
          },
          { label: t('learning.totals.company'), value: person.company },
          {
            label: t('learning.insights.grade'),
            value:
              insights.grade === null ? null : t('learning.insights.grade_of', { grade: insights.grade, needed: insights.passed_grade }),
          },
          { label: t('learning.assign.due_at'), value: insights.due_at && format.weekday(insights.due_at) },
          { label: t('learning.due.mandatory'), value: t(insights.mandatory ? 'core.table.yes' : 'core.table.no') },
          { label: t('learning.insights.assigned_by'), value: insights.assigned_by },
          { label: t('learning.insights.registered_at'), value: at(insights.registered_at) },
          { label: t('learning.insights.started_at'), value: at(insights.started_at) },
          { label: t('learning.insights.expires_at'), value: at(insights.expires_at) },
          { label: t('learning.insights.finished_at'), value: at(insights.finished_at) },
          { label: t('learning.insights.language'), value: language && nativeName(language) },
        ]}
      />
    </Section>
  )
}
