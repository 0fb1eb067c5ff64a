import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { request, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { isFramed, languageAtom, signOut } from '#web/session'
import { languageOf, type Pending } from '../terms.js'
import { TermsText } from './TermsText.js'

/** The current terms, which the person has to accept before continuing. */
export default function AskTerms({ version, onAgreed }: { version: Pending; onAgreed: () => void }) {
  const t = useT()
  const id = useId()
  const lang = useAtomValue(languageAtom)
  const accept = useApiMutation(
    () => request('/api/terms/accept', { method: 'POST', body: { version: version.id, language: languageOf(version, lang) } }),
    { onSuccess: onAgreed },
  )
  return (
    <Dialog open maxWidth="sm" fullWidth scroll="paper" aria-labelledby={id}>
      <DialogTitle id={id}>{t(version.again ? 'terms.gate.again_title' : 'terms.gate.title')}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <Stack sx={{ gap: 4 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t(version.again ? 'terms.gate.again_text' : 'terms.gate.text')}</Typography>
          <TermsText version={version} lang={lang} level="h3" />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 6, py: 4, gap: 2 }}>
        {/* In another system's frame one leaves by its own bars. */}
        {!isFramed && (
          <Button color="inherit" onClick={() => void signOut()}>
            {t('terms.gate.leave')}
          </Button>
        )}
        <Button variant="contained" loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
          {t('terms.gate.agree')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
