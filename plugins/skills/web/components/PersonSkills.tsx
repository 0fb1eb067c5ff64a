import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, Icon, LoadingState, PanelPart, StatusChip } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { PersonSkillLine } from '../../server/services/person_skills.js'
import { AssignLines, isAssignable, isGap } from './AssignLines.js'

/**
 * A tab of a participant (people's `participantTabSlot`): the skills they have, until when and from what, the ones they lack, and the
 * courses for those.
 */
export default function PersonSkills({ membershipId }: { membershipId: number }) {
  const t = useT()
  const [assigning, setAssigning] = useState<readonly number[] | null>(null)
  const query = useApiQuery(['skills', 'person', membershipId], () => api.skills.people.show({ params: { person: membershipId } }))
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="skills" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={4} />
  }
  const lines = query.data.data
  if (!lines.length) return <EmptyState icon="badge" title={t('skills.person.none')} text={t('skills.person.none_text')} />
  const gaps = lines.filter(isGap)
  const others = lines.filter((line) => !isGap(line))
  const assignable = lines.filter(isAssignable).map(({ id }) => id)
  const list = (of: readonly PersonSkillLine[]) => (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {of.map((line) => (
        <Line key={line.id} line={line} person={membershipId} onAssign={() => setAssigning([line.id])} />
      ))}
    </Stack>
  )
  return (
    <Stack sx={{ gap: 6 }}>
      <PanelPart title={t('skills.person.gaps')} aside={gaps.length > 0 && t('skills.person.count', { count: gaps.length })}>
        {gaps.length ? list(gaps) : <Typography sx={{ color: 'text.secondary' }}>{t('skills.person.complete')}</Typography>}
        {assignable.length > 1 && (
          <Button
            variant="outlined"
            startIcon={<Icon name="school" />}
            onClick={() => setAssigning(assignable)}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('skills.person.assign_all', { count: assignable.length })}
          </Button>
        )}
      </PanelPart>
      {others.length > 0 && (
        <PanelPart title={t('skills.person.held')} aside={t('skills.person.count', { count: others.length })}>
          {list(others)}
        </PanelPart>
      )}
      {assigning && <AssignLines ids={assigning} close={() => setAssigning(null)} />}
    </Stack>
  )
}

interface LineProps {
  line: PersonSkillLine
  person: number
  onAssign: () => void
}

function Line({ line, person, onAssign }: LineProps) {
  const t = useT()
  const format = useFormat()
  const {
    name,
    state,
    required,
    origin,
    through,
    held_on: held,
    valid_until: until,
    due_on: due,
    renew_from: from,
    proof,
    course,
    under_way: underWay,
  } = line
  const source = origin === 'course' || origin === 'external' ? (proof ?? t('skills.panel.gone')) : null
  const facts = [
    origin === 'hand' ? t('skills.person.by_hand') : origin && t(`skills.person.from_${origin}`, { name: source ?? '' }),
    through && t('skills.person.through', { skill: through }),
    held && t('skills.person.since', { day: format.day(held) }),
    until
      ? t(state === 'ended' ? 'skills.person.ended_on' : 'skills.until', { day: format.day(until) })
      : origin && t('skills.panel.endless'),
    from && state === 'ended' && t('skills.person.full'),
    from && state !== 'ended' && t('skills.person.renew', { day: format.day(from) ?? '' }),
    state === 'starting' && due && t('skills.by', { day: format.day(due) ?? '' }),
    !required && t('skills.person.not_required'),
  ].filter(Boolean)
  const way = () => {
    if (!isGap(line)) return null
    if (underWay)
      return underWay.due_at ? t('skills.person.under_way_by', { day: format.day(underWay.due_at) }) : t('skills.person.under_way')
    return course ? t('skills.person.by_course', { course }) : t('skills.gaps.no_course')
  }
  return (
    <Stack
      component="li"
      sx={{
        gap: 1,
        py: 3,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Link
          component={RouterLink}
          to={`/skills?cel=${line.skill_id}.${person}`}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}
        >
          {name}
        </Link>
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip of={skillStatuses} status={state} />
        </Box>
      </Stack>
      {facts.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Typography>
      )}
      {way() && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {way()}
        </Typography>
      )}
      {isAssignable(line) && (
        <Button
          size="small"
          startIcon={<Icon name="school" />}
          onClick={onAssign}
          aria-label={t('skills.person.assign_for', { name })}
          sx={{ alignSelf: 'flex-start', mx: -2 }}
        >
          {t('skills.gaps.assign')}
        </Button>
      )}
    </Stack>
  )
}
