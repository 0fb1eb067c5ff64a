import { Badge, Box, IconButton, Stack } from '@mui/material'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useT } from '#web/i18n'
import { closeToast, Icon, SidePanel, Tip, trayOpenAtom, trayAnnouncementsAtom, VISUALLY_HIDDEN } from '#web/ui'
import { TaskLine } from './TaskLine.js'
import { isOpen, useTasks } from './use_tasks.js'

/** One's own tasks in the top bar, while there are any. */
export default function TaskTray() {
  const t = useT()
  const [open, setOpen] = useAtom(trayOpenAtom)
  const [told, setTold] = useAtom(trayAnnouncementsAtom)
  const tasks = useTasks()
  useEffect(() => {
    if (!open) return
    // Toasts would cover the lines that say the same.
    for (const { id } of tasks) closeToast(`task-${id}`)
    return () => setTold([])
    // When it opens; while it is open no toasts are shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open])
  // On a page without a tray, toasts report the end again.
  useEffect(() => () => setOpen(false), [setOpen])
  if (!tasks.length) return null
  const running = tasks.filter(isOpen).length
  const label = t('core.tasks.open', { running })
  return (
    <>
      <Tip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <Badge badgeContent={running} color="primary">
            <Icon name="tasks" />
          </Badge>
        </IconButton>
      </Tip>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t('core.tasks.title')} width={440}>
        <Box role="status" sx={VISUALLY_HIDDEN}>
          {told.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </Box>
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} />
          ))}
        </Stack>
      </SidePanel>
    </>
  )
}
