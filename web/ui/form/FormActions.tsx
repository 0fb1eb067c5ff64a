import { Box, Button, GlobalStyles, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { mayChangeAtom } from '#web/session'
import { useFormState } from './form_context.js'

export interface FormActionsProps {
  /** The verb of what happens: "Deelnemer toevoegen". Default: "Opslaan". */
  submitLabel?: string
  onCancel?: () => void
  /** Default: "Annuleren". */
  cancelLabel?: string
  /** What is sent cannot be undone: the button is red. */
  destructive?: boolean
  /** Over the whole width, as on a phone and the login page. */
  fullWidth?: boolean
  /**
   * Stays in sight at the bottom of the window while the form is longer than that, once there is something to save: until then it would
   * only lie over fields. On the page itself, or within a section.
   */
  sticky?: boolean | 'section'
  /** Is taken from an admin who only looks on, too. */
  always?: boolean
  /** Further buttons between cancel and submit. */
  children?: ReactNode
}

/** A field that gets the focus must not stay behind the bar at the bottom. */
const BEHIND = { html: { scrollPaddingBottom: 160 } }

/** The buttons that end a form. The submit button never greys out for errors: pressing it says what is missing. */
export function FormActions({
  submitLabel,
  onCancel,
  cancelLabel,
  destructive = false,
  fullWidth = false,
  sticky = false,
  always = false,
  children,
}: FormActionsProps) {
  const t = useT()
  const { submitting, notice, dirty } = useFormState()
  const isStuck = Boolean(sticky) && (dirty || submitting || Boolean(notice))
  // Who is typing in a field that it now lies over.
  useEffect(() => {
    if (isStuck) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isStuck])
  const mayChange = useAtomValue(mayChangeAtom)
  const buttons = (
    <Stack
      direction={{ xs: sticky ? 'row' : 'column-reverse', sm: 'row' }}
      // What stays in sight takes one line of a phone.
      sx={{ gap: 2, justifyContent: 'flex-end', mt: 2, ...(sticky && { '& > *': { flex: { xs: 1, sm: 'none' } } }) }}
    >
      {onCancel && (
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {cancelLabel ?? t('core.actions.cancel')}
        </Button>
      )}
      {children}
      <Button
        type="submit"
        variant="contained"
        color={destructive ? 'error' : 'primary'}
        size={fullWidth ? 'large' : 'medium'}
        fullWidth={fullWidth}
        loading={submitting}
      >
        {submitLabel ?? t('core.actions.save')}
      </Button>
    </Stack>
  )
  // Before anything is typed, not after.
  const looksOn = !mayChange && !always && (
    <Typography variant="body2" sx={{ color: ({ tones }) => tones.warning.text }}>
      {t('core.form.looks_on')}
    </Typography>
  )
  const all =
    notice || looksOn ? (
      <Stack sx={{ gap: 4 }}>
        {notice}
        {looksOn}
        {buttons}
      </Stack>
    ) : (
      buttons
    )
  if (!sticky) return all
  return (
    <>
      <GlobalStyles styles={BEHIND} />
      <Box
        sx={{
          position: isStuck ? 'sticky' : 'static',
          // Above the bar at the bottom of a phone.
          bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
          zIndex: 2,
          bgcolor: sticky === 'section' ? 'background.paper' : 'background.default',
          borderTop: '1px solid',
          borderColor: 'divider',
          pb: 3,
          pt: 1,
        }}
      >
        {all}
      </Box>
    </>
  )
}
