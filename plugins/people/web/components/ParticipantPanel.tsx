import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { activeStatuses, ErrorState, FactList, Icon, LoadingState, PanelPart, SidePanel, SlotTabs, StatusChip } from '#web/ui'
import { participantTabSlot } from '../../contract/index.js'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { CourseLines } from './CourseLines.js'

function Details({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const format = useFormat()
  return (
    <Stack sx={{ gap: 8 }}>
      <PanelPart
        title={t('people.panel.courses')}
        aside={person.courses > 0 && t('people.panel.courses_of', { passed: person.passed, total: person.courses })}
      >
        <CourseLines courses={person.course_list} />
      </PanelPart>
      <PanelPart title={t('people.panel.details')}>
        <FactList
          facts={[
            { label: t('people.column.email'), value: person.email },
            { label: t('people.column.works_at'), value: person.works_at },
            { label: t('people.column.birthdate'), value: format.day(person.birthdate) },
            { label: t('people.column.gender'), value: t(`people.gender.${person.gender}`) },
            { label: t('people.column.language'), value: nativeName(person.language) },
          ]}
        />
      </PanelPart>
      <PanelPart title={t('people.panel.account')}>
        <FactList
          facts={[
            { label: t('people.column.role'), value: t(`people.role.${person.role}`) },
            { label: t('people.column.registration_date'), value: format.date(person.registration_date) },
            { label: t('people.panel.registration_type'), value: t(`people.registration.${person.registration_type}`) },
            ...(person.added_by ? [{ label: t('people.panel.added_by'), value: person.added_by }] : []),
            {
              label: t('people.column.last_seen'),
              value: person.last_seen ? format.relativeDays(person.last_seen) : t('people.never_seen'),
            },
            { label: t('people.panel.receive_emails'), value: t(person.receive_emails ? 'people.yes' : 'people.no') },
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
      </PanelPart>
    </Stack>
  )
}

interface ParticipantPanelProps {
  /** Membership id from the URL; null is closed. */
  id: string | null
  /** The name as the list knows it, until the details are there. */
  name?: string | undefined
  onClose: () => void
}

/** One participant beside the list. */
export function ParticipantPanel({ id, name, onClose }: ParticipantPanelProps) {
  const t = useT()
  // While it slides away the panel still shows whom it was about.
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
      title={person?.name ?? name ?? t('people.participants.title')}
      subtitle={person && <StatusChip of={activeStatuses} status={person.status} />}
      actions={
        person && (
          <Button variant="outlined" href={`mailto:${person.email}`} startIcon={<Icon name="mails" />}>
            {t('people.panel.mail')}
          </Button>
        )
      }
    >
      {person ? (
        <SlotTabs
          // Of another person the first tab is shown first again.
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
