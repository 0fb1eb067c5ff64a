import { Box, Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel } from '@mui/material'
import { FormHelperText, Link, Stack, Typography } from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { can } from '#core/contract/access'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { useAskedClose, useControl, useFormState } from '#web/ui'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'
import { useExamTerms } from '../queries.js'

interface Terms {
  provider: string
  text: string
  language: string
}

/**
 * The terms as written, with an empty line between paragraphs. They are rendered as plain text, so no markup or script in them takes
 * effect.
 */
function TermsDialog({ terms, note, onClose }: { terms: Terms; note?: string; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const close = useAskedClose(onClose)
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth scroll="paper" aria-labelledby={id}>
      <DialogTitle id={id}>{t('booking.terms.title', { provider: terms.provider })}</DialogTitle>
      <DialogContent dividers tabIndex={0} sx={{ '&&': { py: 5 } }}>
        {note && <Typography sx={{ color: 'text.secondary', mb: 4 }}>{note}</Typography>}
        <Typography lang={terms.language} dir="auto" sx={{ maxWidth: '70ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {terms.text}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 6, py: 4 }}>
        <Button variant="contained" onClick={close}>
          {t('core.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/**
 * The terms of the chosen moment's exam, with a checkbox to agree. The form's value `exam_terms` is the hash of the text that was shown, so
 * a changed text must be agreed to again. Renders nothing without terms.
 */
export function AskExamTerms({ moment, readOnly = false }: { moment: number | null; readOnly?: boolean }) {
  const t = useT()
  const terms = useExamTerms(moment).data?.data ?? null
  const books = useAllowed(can('booking.again'))
  const [reading, setReading] = useState(false)
  const { id, value, setValue, describedBy, invalid } = useControl('exam_terms')
  const { register, errorOf } = useFormState()
  const label = t('booking.terms.label')
  const asks = terms !== null && !readOnly
  useEffect(() => (asks ? register('exam_terms', label) : undefined), [asks, register, label])
  if (!terms) return null
  const error = errorOf('exam_terms')
  const read = (
    <Link component="button" type="button" onClick={() => setReading(true)} sx={{ font: 'inherit', textAlign: 'left', py: 1 }}>
      {t('booking.terms.read', { provider: terms.provider })}
    </Link>
  )
  return (
    <Box>
      {asks ? (
        <FormControl error={invalid}>
          <FormControlLabel
            label={t(books ? 'booking.terms.agree_for' : 'booking.terms.agree', { provider: terms.provider })}
            control={
              <Checkbox
                id={id}
                checked={value === terms.mark}
                onChange={(_event, checked) => setValue(checked ? terms.mark : '')}
                slotProps={{ input: { 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': true } }}
              />
            }
          />
          <Box sx={{ ml: 8 }}>{read}</Box>
          {error && (
            <FormHelperText id={`${id}-help`} role="alert" sx={{ ml: 8 }}>
              {error}
            </FormHelperText>
          )}
        </FormControl>
      ) : (
        read
      )}
      {reading && <TermsDialog terms={terms} onClose={() => setReading(false)} />}
    </Box>
  )
}

/** The agreements to terms: person, time and the text at that time. */
export function Agreements({ agreements }: Pick<BookingDetail, 'agreements'>) {
  const t = useT()
  const format = useFormat()
  const [shown, setShown] = useState<BookingDetail['agreements'][number] | null>(null)
  if (!agreements.length) return null
  const said = ({ at, by, provider }: BookingDetail['agreements'][number]) =>
    t('booking.terms.agreed', { provider, name: by ?? t('booking.change.gone'), at: format.dateTime(at) })
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, mt: 4, p: 0, gap: 2 }}>
      {agreements.map((one) => (
        <Box component="li" key={one.id}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {said(one)}
          </Typography>
          <Link component="button" type="button" variant="body2" onClick={() => setShown(one)} sx={{ py: 1, textAlign: 'left' }}>
            {t('booking.terms.read_agreed')}
          </Link>
        </Box>
      ))}
      {shown && <TermsDialog terms={shown} note={said(shown)} onClose={() => setShown(null)} />}
    </Stack>
  )
}
