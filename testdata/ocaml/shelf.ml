(** Books on shelves. *)

open Printf
open! Base
module M = Map.Make (String)
include Shelf_intf

(** One book. *)
type book = {
  title : string;
  pages : int; (** without the cover *)
}
[@@deriving show]

type state =
  | Lent of string
  | Here

and shelf = book list

exception Not_found_on of string

external now : unit -> float = "shelf_now"

(* never more than this *)
let max_books = 40

let counter = ref 0

(** Adds a book.
    Fails on a full shelf. *)
let add shelf book =
  let full () = List.length shelf >= max_books in
  if full () then raise (Not_found_on book.title);
  incr counter;
  book :: shelf
  (* newest first *)

let rec pages = function
  | [] -> 0
  | b :: rest -> b.pages + pages rest

and average shelf = pages shelf / List.length shelf

let ( ++ ) a b = List.append a b

let title { title; _ } = title

module type Catalogue = sig
  type t

  (** Looks a book up. *)
  val find : t -> string -> book option

  val size : t -> int
end

module Make (Key : Map.OrderedType) : Catalogue = struct
  type t = book M.t

  let find t key = M.find_opt key t

  let size = M.cardinal

  module Cursor = struct
    let next t = M.min_binding_opt t
  end
end

class virtual reader (name : string) =
  object (self)
    inherit person name
    val mutable borrowed = []

    method borrow (b : book) =
      borrowed <- b :: borrowed;
      self#notify

    method virtual notify : unit
  end

class type printable = object
  method print : unit
end

let%test "empty" = pages [] = 0

let () =
  let shelf = add [] { title = "Emma"; pages = 474 } in
  printf "%d\n" (pages shelf)
