import { Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { profilePath } from '#plugins/people/contract/index'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, FactList, Icon, LoadingState, PanelPart, SidePanel, StatusChip, ToneChip } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import { type CellDetails, useCompanyName } from '../queries.js'
import { MentorPart } from './MentorPart.js'
import { AssignLines, isAssignable, isGap } from './AssignLines.js'

/** One person's skill, as in the URL. */
export const cellOf = (skill: string | number, person: string | number) => `${skill}.${person}`

/** A person's skill: its origin and end date, who requires it, and what would give it. @param cell as `cellOf` makes it */
export function CellPanel({ cell, onClose }: { cell: string | null; onClose: () => void }) {
  const t = useT()
  const [id = '', person = ''] = (cell ?? '').split('.')
  const found = useApiQuery(['skills', 'cell', cell], () => api.skills.skills.person({ params: { id, person } }), {
    enabled: cell !== null,
  })
  const data = found.data?.data
  const company = useCompanyName(data?.skill.company_id)
  return (
    <SidePanel
      open={cell !== null}
      onClose={onClose}
      title={data ? data.skill.name : t('skills.column.skill')}
      subtitle={
        data && (
          <>
            <Link component={RouterLink} to={profilePath(data.person.id)}>
              {data.person.name}
            </Link>
            {company && `, ${company}`}
          </>
        )
      }
    >
      {found.error ? (
        <ErrorState error={found.error} part="skills" onRetry={() => void found.refetch()} />
      ) : data ? (
        <Details data={data} />
      ) : (
        <LoadingState shape="rows" count={4} />
      )}
    </SidePanel>
  )
}

function Details({ data }: { data: CellDetails }) {
  const t = useT()
  const format = useFormat()
  const {
    state,
    required,
    everybody,
    groups,
    origin,
    through,
    held_on: held,
    valid_until: until,
    renew_from: from,
    proofs,
    courses,
    skill,
  } = data
  const why = everybody ? t('skills.panel.everybody') : groups.length ? format.list(groups) : t('skills.panel.group')
  return (
    <Stack sx={{ gap: 6 }}>
      {skill.text && <Typography>{skill.text}</Typography>}
      <FactList
        facts={[
          {
            label: t('skills.column.state'),
            value: state ? (
              <StatusChip of={skillStatuses} status={state} />
            ) : (
              <ToneChip tone="neutral" icon="question" label={t('skills.not_needed')} />
            ),
          },
          { label: t('skills.panel.required_of'), value: required ? why : t('skills.panel.nobody') },
          ...(state === 'starting' && data.due_on ? [{ label: t('skills.panel.due'), value: format.day(data.due_on) }] : []),
          // A skill that they do not have has no such details.
          ...(origin
            ? [
                { label: t('skills.panel.origin'), value: t(`skills.origin.${origin}`) },
                ...(through ? [{ label: t('skills.panel.through'), value: through }] : []),
                { label: t('skills.panel.held_on'), value: held && format.day(held) },
                { label: t('skills.panel.until'), value: until ? format.day(until) : t('skills.panel.endless') },
                ...(from
                  ? [
                      {
                        label: t('skills.panel.renew'),
                        value:
                          state === 'ended'
                            ? t('skills.panel.renew_full')
                            : t('skills.panel.renew_from', { from: format.day(from) ?? '', to: format.day(until) ?? '' }),
                      },
                    ]
                  : []),
              ]
            : []),
        ]}
      />
      {required && !origin && data.mentor_skill && <MentorPart data={data} needed={data.mentor_skill} />}
      <PanelPart title={t('skills.panel.proofs')}>
        {proofs.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t(origin === 'hand' ? 'skills.panel.by_hand' : 'skills.panel.no_proofs')}
          </Typography>
        )}
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
          {proofs.map((proof) => (
            <Stack component="li" key={proof.id} sx={{ gap: 1 }}>
              <Typography sx={{ fontWeight: 600 }}>{proof.name ?? t('skills.panel.gone')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[
                  t(`skills.origin.${proof.kind}`),
                  t(proof.kind === 'course' ? 'skills.panel.passed_on' : 'skills.panel.noted_on', { day: format.day(proof.day) ?? '' }),
                  proof.valid_until && t('skills.until', { day: format.day(proof.valid_until) ?? '' }),
                  proof.revoked && t('skills.panel.revoked'),
                  proof.renews_only && t('skills.panel.renews_only'),
                  proof.counts && t('skills.panel.counts'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Stack>
          ))}
        </Stack>
      </PanelPart>
      {courses.length > 0 && (
        <PanelPart title={t('skills.panel.gives')}>
          <Typography>{format.list(courses.map(({ name }) => name))}</Typography>
          <Way person={data.person.id} skill={skill.id} />
        </PanelPart>
      )}
    </Stack>
  )
}

/** The course that closes a gap: already given, or to be given here. */
function Way({ person, skill }: { person: number; skill: number }) {
  const t = useT()
  const format = useFormat()
  const [assigning, setAssigning] = useState(false)
  const { data } = useApiQuery(['skills', 'person', person], () => api.skills.people.show({ params: { person } }))
  const line = data?.data.find(({ skill_id: id }) => id === skill)
  if (!line || !isGap(line)) return null
  if (line.under_way) {
    const { due_at: due } = line.under_way
    return <Typography>{due ? t('skills.person.under_way_by', { day: format.day(due) }) : t('skills.person.under_way')}</Typography>
  }
  return (
    isAssignable(line) && (
      <>
        <Button variant="outlined" startIcon={<Icon name="school" />} onClick={() => setAssigning(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('skills.gaps.assign')}
        </Button>
        {assigning && <AssignLines ids={[line.id]} close={() => setAssigning(false)} />}
      </>
    )
  )
}
