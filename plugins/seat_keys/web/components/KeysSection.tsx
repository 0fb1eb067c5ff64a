import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type ApiError, api, queryClient, useApiMutation, useApiQuery, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { ErrorState, Icon, LoadingState, QrCode, RowMenu, Section, StatusChip, useConfirm, useCopy, useToast } from '#web/ui'
import type { BookingWithSeats } from '#plugins/booking/contract/index'
import type { KeyView } from '../../server/transformers/key.js'
import { keyStates } from '../../states.js'

const FORMATS = ['pdf', 'csv'] as const
const HAS_KEYS: readonly string[] = ['paid', 'invoice', 'canceled']

/** On the page of a booking of seats without names: its keys, who used them, and files to hand them out. */
export default function KeysSection({ booking }: { booking: BookingWithSeats }) {
  const t = useT()
  if (!HAS_KEYS.includes(booking.status))
    return (
      <Section title={t('seat_keys.section.title')}>
        <Typography sx={{ color: 'text.secondary' }}>{t('seat_keys.section.later', { count: booking.seats })}</Typography>
      </Section>
    )
  return <Keys booking={booking.id} />
}

function Keys({ booking }: { booking: number }) {
  const t = useT()
  const { data, error, refetch } = useApiQuery(['seat_keys', 'keys', booking], () => api.seatKeys.keys.index({ params: { id: booking } }))
  const [shown, setShown] = useState<KeyView | null>(null)
  if (error) return <ErrorState error={error} part="seat_keys" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={3} />
  const keys = data.data
  const used = keys.filter(({ state }) => state === 'used').length
  return (
    <Section title={t('seat_keys.section.title')} text={t('seat_keys.section.text', { used, count: keys.length })}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            startIcon={<Icon name={format === 'pdf' ? 'print' : 'download'} />}
            onClick={() => void download(`/api/seat_keys/bookings/${booking}/files/${format}`)}
          >
            {t(`seat_keys.section.${format}`)}
          </Button>
        ))}
      </Stack>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} onShow={() => setShown(key)} />
        ))}
      </Stack>
      {shown && <QrDialog of={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

function KeyRow({ of: key, onShow }: { of: KeyView; onShow: () => void }) {
  const t = useT()
  const format = useFormat()
  const actions = useKeyActions(key, onShow)
  const isOpen = key.state === 'open'
  return (
    <Box
      component="li"
      sx={({ surfaces }) => ({
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto auto' },
        alignItems: 'center',
        columnGap: 3,
        py: 2,
        borderTop: `1px solid ${surfaces.divider}`,
      })}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component="div"
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', color: isOpen ? 'text.primary' : 'text.secondary' }}
        >
          {key.code}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {key.used_at
            ? t('seat_keys.section.used', { name: key.used_by ?? t('seat_keys.gone'), day: format.date(key.used_at) })
            : t('seat_keys.section.nth', { nth: key.nth })}
        </Typography>
      </Box>
      <Box sx={{ gridRow: { xs: 2, sm: 'auto' }, pt: { xs: 1, sm: 0 } }}>
        <StatusChip of={keyStates} status={key.state} />
      </Box>
      <Box sx={{ minWidth: 44, gridColumn: { xs: 2, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}>
        {key.state !== 'used' && <RowMenu name={key.code} actions={() => actions} />}
      </Box>
    </Box>
  )
}

/** Copy, show, withdraw and renew a key that nobody used. */
function useKeyActions(key: KeyView, onShow: () => void) {
  const t = useT()
  const toast = useToast()
  const copy = useCopy()
  const confirm = useConfirm()
  const changed = () => void queryClient.invalidateQueries({ queryKey: ['seat_keys'] })
  const done = (words: string) => () => {
    toast.success(t(words))
    changed()
  }
  const params = { id: key.id }
  const { ofError } = useErrorText()
  const failed = {
    quiet: true,
    onError: (error: ApiError) => {
      toast.error(ofError(error, 'seat_keys'))
      changed()
    },
  }
  const withdraw = useApiMutation(() => api.seatKeys.keys.withdraw({ params }), { ...failed, onSuccess: done('seat_keys.withdraw.done') })
  const renew = useApiMutation(() => api.seatKeys.keys.renew({ params }), { ...failed, onSuccess: done('seat_keys.renew.done') })
  const ask = async (what: 'withdraw' | 'renew', run: () => void) => {
    const sure = await confirm({
      title: t(`seat_keys.${what}.question`),
      text: t(`seat_keys.${what}.text`, { code: key.code }),
      confirmLabel: t(`seat_keys.${what}.do`),
      destructive: what === 'withdraw',
    })
    if (sure) run()
  }
  const again = {
    label: t('seat_keys.renew.do'),
    icon: 'retry' as const,
    onRun: () => void ask('renew', () => renew.mutate(undefined)),
  }
  if (key.state !== 'open') return [again]
  return [
    { label: t('seat_keys.section.copy'), icon: 'copy' as const, onRun: () => void copy(key.address) },
    { label: t('seat_keys.section.qr'), icon: 'qr' as const, onRun: onShow },
    again,
    {
      label: t('seat_keys.withdraw.do'),
      icon: 'delete' as const,
      destructive: true,
      onRun: () => void ask('withdraw', () => withdraw.mutate(undefined)),
    },
  ]
}

function QrDialog({ of: key, onClose }: { of: KeyView; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} aria-labelledby="seat-key-qr">
      <DialogTitle id="seat-key-qr">{t('seat_keys.section.qr')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 3, alignItems: 'center', textAlign: 'center' }}>
          <QrCode qr={key.qr} label={t('seat_keys.section.qr_alt', { code: key.code })} />
          <Typography sx={{ fontFamily: 'monospace', fontWeight: 600 }}>{key.code}</Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
            {key.address}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('seat_keys.section.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
