import { api, queryClient, useApiQuery } from '#web/api'

export const useMailboxes = () => useApiQuery(['mailbox_tools', 'mailboxes'], () => api.mailboxTools.mailboxes.index({}))
export const usePreview = (token: string) =>
  useApiQuery(['mailbox_tools', 'preview', token], () => api.mailboxTools.mailboxes.preview({ params: { token } }))
export const mailboxesChanged = () => void queryClient.invalidateQueries({ queryKey: ['mailbox_tools', 'mailboxes'] })

/** Converts a size in bytes to megabytes, rounded up. Pure. */
export const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576)
