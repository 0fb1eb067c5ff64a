import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { ErrorState, FactList, Icon, LoadingState, PanelPart, SidePanel, SlotTabs, StatusChip, useConfirm, useToast } from '#web/ui'
import { memberStates } from '#core/contract/member_states'
import { participantTabSlot, profilePath } from '../../contract/index.js'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { CardButton } from './CardButton.js'
import { CourseLines } from './CourseLines.js'
import { MailHold } from './MailHold.js'

function Details({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const format = useFormat()
  return (
    <Stack sx={{ gap: 8 }}>
      <MailHold person={person} />
      <PanelPart
        title={t('people.panel.courses')}
        aside={person.courses > 0 && t('people.panel.courses_of', { passed: person.passed, total: person.courses })}
      >
        <CourseLines courses={person.course_list} />
      </PanelPart>
      <PanelPart title={t('people.panel.details')}>
        <FactList
          facts={[
            { label: t('people.column.email'), value: person.email ?? t('people.no_address') },
            { label: t('people.column.works_at'), value: person.works_at },
            { label: t('people.column.birthdate'), value: format.day(person.birthdate) },
            { label: t('people.column.gender'), value: t(`people.gender.${person.gender}`) },
            { label: t('people.column.language'), value: nativeName(person.language) },
            ...(['personnel_number', 'job_title', 'manager'] as const).flatMap((name) =>
              person[name] ? [{ label: t(`people.column.${name}`), value: person[name] }] : [],
            ),
          ]}
        />
      </PanelPart>
      <PanelPart title={t('people.panel.account')}>
        <FactList
          facts={[
            { label: t('people.column.role'), value: t(`people.role.${person.role}`) },
            { label: t('people.column.registration_date'), value: format.date(person.registration_date) },
            { label: t('people.panel.registration_type'), value: t(`people.registration.${person.registration_type}`) },
            ...(person.invitation ? [{ label: t('people.invitation.state'), value: t(`people.invitation.${person.invitation}`) }] : []),
            ...(person.added_by ? [{ label: t('people.panel.added_by'), value: person.added_by }] : []),
            {
              label: t('people.column.last_seen'),
              value: person.last_seen ? format.relativeDays(person.last_seen) : t('people.never_seen'),
            },
            ...(person.email === null ? [{ label: t('people.number.code'), value: t(`people.number.code_${person.code ?? 'none'}`) }] : []),
            ...(person.email === null
              ? []
              : [{ label: t('people.panel.receive_emails'), value: t(person.receive_emails ? 'people.yes' : 'people.no') }]),
            ...(person.forward_emails_to ? [{ label: t('people.panel.forward_emails_to'), value: person.forward_emails_to }] : []),
            ...(person.entitlements.length
              ? [
                  {
                    label: t('people.panel.entitlements'),
                    value: format.list(person.entitlements.map((name) => t(`people.entitlement.${name}`))),
                  },
                ]
              : []),
          ]}
        />
        {person.email === null ? <CardButton person={person} /> : person.invitation && <InvitationActions person={person} />}
      </PanelPart>
      {person.extra_info.length > 0 && (
        <PanelPart title={t('people.panel.extra')}>
          <FactList
            facts={person.extra_info.map(({ label, value, kind }) => ({
              label,
              value: typeof value === 'boolean' ? t(value ? 'people.yes' : 'people.no') : kind === 'date' ? format.day(value) : value,
            }))}
          />
        </PanelPart>
      )}
    </Stack>
  )
}

/** Sends an open invitation again or revokes it. */
function InvitationActions({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const target = { params: { id: person.id } }
  const refresh = [['people']]
  const send = useApiMutation(() => api.people.invitations.send(target), {
    refresh,
    onSuccess: ({ invitation }) => toast.success(t(`people.invitation.${invitation}`)),
  })
  const withdraw = useApiMutation(() => api.people.invitations.withdraw(target), { refresh })
  const ask = async () => {
    const sure = await confirm({
      title: t('people.invitation.withdraw'),
      text: t('people.invitation.withdraw_text'),
      confirmLabel: t('people.invitation.withdraw'),
      destructive: true,
    })
    if (sure) withdraw.mutate(undefined)
  }
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <Button variant="outlined" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        {t('people.invitation.again')}
      </Button>
      {person.invitation === 'open' && (
        <Button color="inherit" loading={withdraw.isPending} onClick={() => void ask()}>
          {t('people.invitation.withdraw')}
        </Button>
      )}
    </Stack>
  )
}

interface ParticipantPanelProps {
  /** Membership id from the URL; null is closed. */
  id: string | null
  /** The name from the list, until the details are loaded. */
  name?: string | undefined
  onClose: () => void
  /** Goes to the next or previous row. */
  next?: (() => void) | undefined
  previous?: (() => void) | undefined
}

/** One participant next to the list. */
export function ParticipantPanel({ id, name, onClose, next, previous }: ParticipantPanelProps) {
  const t = useT()
  // While it closes, the panel still shows the last person.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useApiQuery(['people', 'participant', shown], () => api.people.participants.show({ params: { id: shown ?? '' } }), {
    enabled: shown !== null,
  })
  const person = query.data?.data
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      peek={{ next, previous }}
      title={person?.name ?? name ?? t('people.participants.title')}
      subtitle={person?.status === 'inactive' && <StatusChip of={memberStates} status={person.state} />}
      actions={
        person && (
          <>
            {person.email !== null && (
              <Button variant="outlined" href={`mailto:${person.email}`} startIcon={<Icon name="mails" />}>
                {t('people.panel.mail')}
              </Button>
            )}
            <Button variant="outlined" component={Link} to={profilePath(person.id)} startIcon={<Icon name="person" />}>
              {t('people.panel.profile')}
            </Button>
          </>
        )
      }
    >
      {person ? (
        <SlotTabs
          // Starts at the first tab for another person.
          key={person.id}
          slot={participantTabSlot}
          with={{ membershipId: person.id }}
          label={t('people.panel.tabs', { name: person.name })}
          own={{ label: t('people.panel.overview'), content: <Details person={person} /> }}
        />
      ) : query.error ? (
        <ErrorState error={query.error} part="people" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="rows" count={6} />
      )}
    </SidePanel>
  )
}
