import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import type { ToneName } from '#themes/index'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'

type Look = readonly [tone: ToneName, icon: IconName]

/** Every state of the specification, section 4, by what it belongs to. Words: `core.status.<kind>.<status>`. */
const STATUSES = {
  course: { building: ['warning', 'building'], live: ['success', 'live'] },
  participation: {
    registered: ['neutral', 'not_started'],
    planned: ['info', 'planned'],
    busy: ['info', 'busy'],
    passed: ['success', 'success'],
    failed: ['error', 'error'],
    expired: ['neutral', 'expired'],
    no_show: ['error', 'absent'],
  },
  activity: {
    locked: ['neutral', 'lock'],
    not_started: ['neutral', 'not_started'],
    doing: ['info', 'busy'],
    waiting: ['warning', 'waiting'],
    finished: ['success', 'success'],
    failed: ['error', 'error'],
  },
  booking: {
    paid: ['success', 'payment'],
    expired: ['neutral', 'expired'],
    open: ['info', 'not_started'],
    created: ['info', 'planned'],
    failed: ['error', 'error'],
    canceled: ['neutral', 'canceled'],
    invoice: ['info', 'invoices'],
    needs_processing: ['warning', 'waiting'],
  },
  exam: {
    waiting: ['warning', 'waiting'],
    confirmed: ['success', 'success'],
    not_confirmed: ['warning', 'question'],
    refused: ['error', 'blocked'],
    passed: ['success', 'success'],
    failed: ['error', 'error'],
    no_show: ['error', 'absent'],
  },
  attempt: { passed: ['success', 'success'], failed: ['error', 'error'], in_review: ['warning', 'review'] },
  contract: { active: ['success', 'success'], ended: ['neutral', 'ended'] },
  participant: { active: ['success', 'success'], inactive: ['neutral', 'blocked'] },
  flow: {
    not_started: ['neutral', 'not_started'],
    busy: ['info', 'busy'],
    completed: ['success', 'success'],
    started: ['info', 'busy'],
    passed: ['success', 'success'],
    not_passed: ['error', 'error'],
  },
  vca: {
    not_checked: ['neutral', 'not_started'],
    unknown: ['warning', 'question'],
    valid: ['success', 'success'],
    expired: ['error', 'expired'],
  },
} as const satisfies Record<string, Record<string, Look>>

export type StatusKind = keyof typeof STATUSES
export type StatusOf<K extends StatusKind> = keyof (typeof STATUSES)[K] & string

/** Every state of a kind, e.g. for the options of a filter. */
export function statusesOf<K extends StatusKind>(kind: K): StatusOf<K>[] {
  return Object.keys(STATUSES[kind]) as StatusOf<K>[]
}

export interface ToneChipProps {
  tone: ToneName
  icon: IconName
  label: string
}

/** Icon, words and colour together. For states of your own plugin; those of the specification have <StatusChip>. */
export function ToneChip({ tone, icon, label }: ToneChipProps) {
  const colors = useTheme().tones[tone]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '6px',
        height: 24,
        px: 2,
        maxWidth: '100%',
        borderRadius: '6px',
        border: `1px solid ${colors.border}`,
        bgcolor: colors.soft,
        color: colors.text,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: '20px',
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name={icon} sx={{ fontSize: 16 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {label}
      </Box>
    </Box>
  )
}

export interface StatusChipProps<K extends StatusKind> {
  /** What the state belongs to. */
  kind: K
  /** The state as the server gives it; one that is not known is shown neutrally by its own name. */
  status: StatusOf<K> | (string & {})
}

/** The state of a course, participation, booking … `<StatusChip kind="participation" status={row.status} />` */
export function StatusChip<K extends StatusKind>({ kind, status }: StatusChipProps<K>) {
  const t = useT()
  const look = (STATUSES[kind] as Record<string, Look>)[status]
  if (!look) return <ToneChip tone="neutral" icon="question" label={status} />
  return <ToneChip tone={look[0]} icon={look[1]} label={t(`core.status.${kind}.${status}`)} />
}
