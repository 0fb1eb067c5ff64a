import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { atom, useAtom, useSetAtom } from 'jotai'
import { useCallback, useEffect, useId, type ReactNode } from 'react'
import { useT } from '#web/i18n'

export interface ConfirmDialogProps {
  open: boolean
  /** A question: "Deelnemer verwijderen?" */
  title: string
  /** The text: the consequences, and whether they can be undone. */
  text?: ReactNode
  /** The verb of the question, never "OK". */
  confirmLabel: string
  cancelLabel?: string
  /** Something is lost permanently: the button is red and the safe choice has the focus. */
  destructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before something that cannot be undone. Most code should use `useConfirm`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, cancelLabel, destructive = false, busy = false, onConfirm, onCancel } = props
  const t = useT()
  const id = useId()
  return (
    <Dialog open={open} onClose={onCancel} maxWidth="xs" fullWidth aria-labelledby={id} role="alertdialog">
      <DialogTitle id={id}>{title}</DialogTitle>
      {text && (
        <DialogContent>
          <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        </DialogContent>
      )}
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onCancel} autoFocus={destructive}>
          {cancelLabel ?? t('core.actions.cancel')}
        </Button>
        <Button variant="contained" color={destructive ? 'error' : 'primary'} onClick={onConfirm} loading={busy} autoFocus={!destructive}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Question = Pick<ConfirmDialogProps, 'title' | 'text' | 'confirmLabel' | 'cancelLabel' | 'destructive'>
interface Pending {
  question: Question
  open: boolean
  answer: (yes: boolean) => void
  /** The answer of the person. */
  chosen?: boolean
}

const pendingAtom = atom<Pending | null>(null)

/** `if (await confirm({ title, text, confirmLabel, destructive: true })) remove.mutate(id)` */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const setPending = useSetAtom(pendingAtom)
  return useCallback((question) => new Promise((answer) => setPending({ question, open: true, answer })), [setPending])
}

/** Rendered once in the layout; shows the questions of `useConfirm`. */
export function ConfirmHost() {
  const [pending, setPending] = useAtom(pendingAtom)
  // Answers after the question has given the focus back. If the answer closes the dialog from which the question came, that dialog then has
  // the last word: otherwise the focus would go to a field that disappears with it.
  useEffect(() => {
    if (pending?.chosen !== undefined) pending.answer(pending.chosen)
  }, [pending])
  if (!pending) return null
  // Keeps the text while the dialog fades out.
  const close = (chosen: boolean) => setPending({ ...pending, open: false, chosen })
  return <ConfirmDialog {...pending.question} open={pending.open} onConfirm={() => close(true)} onCancel={() => close(false)} />
}
