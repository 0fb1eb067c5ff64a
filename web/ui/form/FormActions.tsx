import { Box, Button, GlobalStyles, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { mayChangeAtom } from '#web/session'
import { useFormState } from './form_context.js'

export interface FormActionsProps {
  /** The verb of the action: "Deelnemer toevoegen". Default: "Opslaan". */
  submitLabel?: string
  onCancel?: () => void
  /** Default: "Annuleren". */
  cancelLabel?: string
  /** The action cannot be undone: the button is red. */
  destructive?: boolean
  /** The main action of the page is another one: the button has no fill. */
  secondary?: boolean
  /** Full width, as on phones and the sign-in page. */
  fullWidth?: boolean
  /**
   * Stays visible at the bottom of the window while the form is longer than that, once there is something to save: before that it would
   * only cover fields. On the page itself, or within a section.
   */
  sticky?: boolean | 'section'
  /** Stays enabled for an admin who only views the site as a company. */
  always?: boolean
  /** Further buttons between cancel and submit. */
  children?: ReactNode
}

/** A focused field must not be hidden behind the bottom bar. */
const BEHIND = { html: { scrollPaddingBottom: 160 } }

/** The buttons at the end of a form. The submit button is never disabled because of errors: pressing it shows what is missing. */
export function FormActions({
  submitLabel,
  onCancel,
  cancelLabel,
  destructive = false,
  secondary = false,
  fullWidth = false,
  sticky = false,
  always = false,
  children,
}: FormActionsProps) {
  const t = useT()
  const { submitting, notice, dirty } = useFormState()
  const isStuck = Boolean(sticky) && (dirty || submitting || Boolean(notice))
  // Scrolls to the field that the person types in, which the bar may now cover.
  useEffect(() => {
    if (isStuck) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isStuck])
  const mayChange = useAtomValue(mayChangeAtom)
  const buttons = (
    <Stack
      direction={{ xs: sticky ? 'row' : 'column-reverse', sm: 'row' }}
      // A sticky bar takes one line on phones.
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
        variant={secondary ? 'outlined' : 'contained'}
        color={destructive ? 'error' : 'primary'}
        size={fullWidth ? 'large' : 'medium'}
        fullWidth={fullWidth}
        loading={submitting}
      >
        {submitLabel ?? t('core.actions.save')}
      </Button>
    </Stack>
  )
  // Shown before anything is typed, not afterwards.
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
          // Above the bottom bar of a phone.
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
