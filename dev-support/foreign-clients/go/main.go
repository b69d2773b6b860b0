// Probe tries every operation of the matrix of stock clients with the Go client and prints a line
// for each: "result", the operation, "ok", "failed" or "not-offered", and what was said.
//
// usage: probe hdfs://HOST:PORT ROOT OWN POLICY CUSTOM-TYPE ERASURE-CODING
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/colinmarc/hdfs/v2"
)

const (
	blockBytes = 1 << 20
	fileBytes  = 2*blockBytes + blockBytes/3
	replicas   = 3
	attempts   = 120
	pause      = 250 * time.Millisecond
)

// notOffered is what the client has for no file of that kind, on any storage type.
type notOffered string

func (n notOffered) Error() string { return string(n) }

type subject struct {
	client        *hdfs.Client
	root, own     string
	erasureCoding string
}

// content is what every file holds from its beginning: no two blocks are alike.
func content(length int) []byte {
	b := make([]byte, length)
	for i := range b {
		b[i] = byte(i*31 + (i>>8)*17 + (i >> 16))
	}
	return b
}

func requireContent(found []byte, length int) error {
	if !bytes.Equal(found, content(length)) {
		return fmt.Errorf("read %d bytes, other than the %d that were written", len(found), length)
	}
	return nil
}

func (s *subject) file(name string) string { return s.own + "/" + name }

func (s *subject) isErasureCoded() bool { return s.erasureCoding != "-" }

// closed waits as the Java client does until enough DataNodes have told of the last block.
func closed(w *hdfs.FileWriter) error {
	err := w.Close()
	for i := 0; i < attempts && hdfs.IsErrReplicating(err); i++ {
		time.Sleep(pause)
		err = w.Close()
	}
	return err
}

func (s *subject) write(name string, data []byte) error {
	w, err := s.client.CreateFile(s.file(name), replicas, blockBytes, 0o644)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	return closed(w)
}

func (s *subject) written(name string) error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	if err := s.write(name, content(fileBytes)); err != nil {
		return err
	}
	return s.read(s.file(name), fileBytes)
}

func (s *subject) read(path string, length int) error {
	found, err := s.client.ReadFile(path)
	if err != nil {
		return err
	}
	return requireContent(found, length)
}

func (s *subject) list() error {
	found, err := s.client.ReadDir(s.root)
	if err != nil {
		return err
	}
	for _, status := range found {
		if status.Name() == "given" && status.Size() == fileBytes {
			return nil
		}
	}
	return errors.New("the file is not in the list")
}

func (s *subject) readGiven() error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	return s.read(s.root+"/given", fileBytes)
}

func (s *subject) pread() error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	r, err := s.client.Open(s.root + "/given")
	if err != nil {
		return err
	}
	defer r.Close()
	expected := content(fileBytes)
	for _, offset := range []int{fileBytes - 1000, 5, blockBytes - 500, 2 * blockBytes} {
		part := make([]byte, 1000)
		if _, err := r.ReadAt(part, int64(offset)); err != nil && err != io.EOF {
			return err
		}
		if !bytes.Equal(part, expected[offset:offset+len(part)]) {
			return fmt.Errorf("other bytes at %d", offset)
		}
	}
	return nil
}

// appendable opens a file as soon as its last block has all its replicas.
func (s *subject) appendable(path string) (*hdfs.FileWriter, error) {
	w, err := s.client.Append(path)
	for i := 0; i < attempts && err != nil; i++ {
		time.Sleep(pause)
		w, err = s.client.Append(path)
	}
	return w, err
}

func (s *subject) appendTo() error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	whole := content(fileBytes)
	if err := s.write("appended", whole[:blockBytes/2]); err != nil {
		return err
	}
	w, err := s.appendable(s.file("appended"))
	if err != nil {
		return err
	}
	if _, err := w.Write(whole[blockBytes/2:]); err != nil {
		return err
	}
	if err := closed(w); err != nil {
		return err
	}
	return s.read(s.file("appended"), fileBytes)
}

func (s *subject) truncate() error {
	if err := s.written("truncated"); err != nil {
		return err
	}
	const length = blockBytes + blockBytes/2
	path := s.file("truncated")
	done, err := s.client.Truncate(path, length)
	if err != nil {
		return err
	}
	for i := 0; i < attempts && !done; i++ {
		time.Sleep(pause)
		w, err := s.client.Append(path)
		if err == nil {
			done = true
			if err := closed(w); err != nil {
				return err
			}
		}
	}
	if !done {
		return errors.New("not truncated")
	}
	return s.read(path, length)
}

// flush sees what was flushed through a second file: the client reads no block that is written.
func (s *subject) flush() error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	whole := content(fileBytes)
	w, err := s.client.CreateFile(s.file("flushed"), replicas, blockBytes, 0o644)
	if err != nil {
		return err
	}
	const visible = blockBytes + 1000
	if _, err := w.Write(whole[:visible]); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := w.Write(whole[visible:]); err != nil {
		return err
	}
	if err := closed(w); err != nil {
		return err
	}
	return s.read(s.file("flushed"), fileBytes)
}

func (s *subject) rename() error {
	if err := s.written("before"); err != nil {
		return err
	}
	if err := s.client.Rename(s.file("before"), s.file("renamed")); err != nil {
		return err
	}
	if _, err := s.client.Stat(s.file("before")); !os.IsNotExist(err) {
		return errors.New("the old name is still there")
	}
	return s.read(s.file("renamed"), fileBytes)
}

func (s *subject) remove() error {
	if err := s.written("deleted"); err != nil {
		return err
	}
	if err := s.client.Remove(s.file("deleted")); err != nil {
		return err
	}
	if _, err := s.client.Stat(s.file("deleted")); !os.IsNotExist(err) {
		return errors.New("it is still there")
	}
	return nil
}

func (s *subject) checksum() error {
	if s.isErasureCoded() {
		return notOffered("the client knows no erasure coding")
	}
	r, err := s.client.Open(s.root + "/given")
	if err != nil {
		return err
	}
	defer r.Close()
	sum, err := r.Checksum()
	if err == nil && len(sum) == 0 {
		return errors.New("there is none")
	}
	return err
}

func say(operation string, err error) {
	verdict, detail := "ok", ""
	if err != nil {
		verdict, detail = "failed", strings.NewReplacer("\n", " ", "\t", " ").Replace(err.Error())
		var missing notOffered
		if errors.As(err, &missing) {
			verdict = "not-offered"
		}
	}
	fmt.Printf("result\t%s\t%s\t%s\n", operation, verdict, detail)
}

func main() {
	if len(os.Args) != 7 {
		fmt.Fprintln(os.Stderr, "usage: probe hdfs://HOST:PORT ROOT OWN POLICY CUSTOM-TYPE ERASURE-CODING")
		os.Exit(2)
	}
	me, err := user.Current()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	client, err := hdfs.NewClient(hdfs.ClientOptions{
		Addresses: []string{strings.TrimPrefix(os.Args[1], "hdfs://")},
		User:      me.Username,
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s := &subject{client: client, root: os.Args[2], own: os.Args[3], erasureCoding: os.Args[6]}
	if err := client.MkdirAll(s.own, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	say("LIST", s.list())
	say("READ", s.readGiven())
	say("PREAD", s.pread())
	say("WRITE", s.written("written"))
	say("APPEND", s.appendTo())
	say("TRUNCATE", s.truncate())
	say("HFLUSH", s.flush())
	say("RENAME", s.rename())
	say("DELETE", s.remove())
	say("CHECKSUM", s.checksum())
	for _, operation := range []string{"SETREP", "POLICY", "POLICIES", "LOCATIONS", "QUOTA", "FSCK"} {
		say(operation, notOffered("the client has no such call"))
	}
}
