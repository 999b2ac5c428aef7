/**
 * Lets a program continue whose output is redirected to a file on a disk that is full: lines are lost until there is room. By
 * default the first such line ends the program.
 */
export function outliveFullDisk(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}
