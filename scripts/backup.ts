await import('../test/long/backup/main.ts')
